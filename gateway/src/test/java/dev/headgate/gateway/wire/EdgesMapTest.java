package dev.headgate.gateway.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
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

class EdgesMapTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern NAMED = Pattern.compile("`(?:wire/)?(\\w+Test)(?:#(\\w+))?`");

  @Test
  void everyTestThatTheMapOfFaultsNamesIsThere() throws IOException {
    Map<String, String> sources = new HashMap<>();
    for (String module : List.of("gateway", "booking-backend", "quickstart")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        files
            .filter(file -> file.toString().endsWith("Test.java"))
            .forEach(file -> sources.merge(className(file), text(file), String::concat));
      }
    }
    List<String> missing = new ArrayList<>();
    int named = 0;
    Matcher test = NAMED.matcher(text(ROOT.resolve("docs/testing-the-edges.md")));
    while (test.find()) {
      named++;
      String source = sources.getOrDefault(test.group(1), "");
      String method = test.group(2) == null ? "class " : "void " + test.group(2) + "(";
      if (!source.contains(method)) {
        missing.add(test.group());
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(named > 40, "tests that are named: " + named);
  }

  private static String className(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
