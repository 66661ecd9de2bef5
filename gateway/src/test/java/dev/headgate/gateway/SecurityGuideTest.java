package dev.headgate.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of threats names tests; each must be there. */
class SecurityGuideTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");

  /** An annotation, and what stands between it and its method. */
  private static final String HEADING = "@\\w*Test\\b(?:(?!\\bvoid\\b)[\\s\\S])*?\\bvoid ";

  @Test
  void everyTestThatTheGuideNamesExists() throws IOException {
    Map<String, String> tests = tests();
    List<String> missing = new ArrayList<>();
    int named = 0;
    Matcher test = NAMED.matcher(Files.readString(ROOT.resolve("docs/security.md")));
    while (test.find()) {
      named++;
      String source = tests.getOrDefault(test.group(1), "");
      String method = HEADING + test.group(2) + "\\(";
      if (!Pattern.compile(method).matcher(source).find()) {
        missing.add(test.group());
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(named > 60, "only " + named + " tests are named");
  }

  @Test
  void everyRowSaysWhatShowsIt() throws IOException {
    for (String line : Files.readAllLines(ROOT.resolve("docs/security.md"))) {
      // Rows of threats have three cells.
      boolean row = line.startsWith("| ") && line.split("\\|", -1).length == 5;
      if (row && !line.startsWith("| attack |")) {
        assertTrue(NAMED.matcher(line).find() || line.contains("`.ci/audit`"), line);
      }
    }
  }

  private static Map<String, String> tests() throws IOException {
    Map<String, String> tests = new HashMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path folder : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(folder)) {
          addAll(folder, tests);
        }
      }
    }
    return tests;
  }

  private static void addAll(Path folder, Map<String, String> tests) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        // Two tests of one name in different modules: either may be meant.
        tests.merge(name, Files.readString(file), String::concat);
      }
    }
  }
}
