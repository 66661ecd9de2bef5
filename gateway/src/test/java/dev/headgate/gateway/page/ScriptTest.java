package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScriptTest {
  private static final Path MODULES = Path.of("src/main/resources/dev/headgate/gateway/page");
  private static final Pattern TOP_LEVEL =
      Pattern.compile("^(?:export )?(?:async )?(?:function|const|let) (\\w+)", Pattern.MULTILINE);
  private static final Pattern ASKS =
      Pattern.compile("import \\{ ([\\w, ]+) \\} from \"\\./([\\w.-]+)\";");

  @Test
  void eachModuleComesOnceAndBeforeWhatUsesIt() {
    Map<String, String> modules =
        Map.of(
            "a.js",
            "import { b } from \"./b.js\";\nimport { c } from \"./c.js\";\n// says both\nsay(b, c);",
            "b.js",
            "import { c } from \"./c.js\";\n\n/** More. */\nexport const b = () => {\n  c;\n};",
            "c.js",
            "export let c = 1; // stays");
    assertEquals(
        "let c = 1; // stays\nconst b = () => {\nc;\n};\nsay(b, c);\n",
        Script.of("a.js", modules::get));
  }

  @Test
  void noTwoModulesHaveANameInCommon() throws IOException {
    Set<String> names = new HashSet<>();
    for (Path module : modules()) {
      Matcher declared = TOP_LEVEL.matcher(Files.readString(module));
      while (declared.find()) {
        assertTrue(names.add(declared.group(1)), module + " declares " + declared.group(1));
      }
    }
    assertTrue(names.size() > 40, names.toString());
  }

  @Test
  void whateverIsImportedIsExportedThere() throws IOException {
    for (Path module : modules()) {
      Matcher asked = ASKS.matcher(Files.readString(module));
      while (asked.find()) {
        String from = Files.readString(MODULES.resolve(asked.group(2)));
        for (String name : asked.group(1).split(", ", -1)) {
          String exported = "(?m)^export (async )?(function|const|let) " + name + "\\b";
          assertTrue(Pattern.compile(exported).matcher(from).find(), module + " asks for " + name);
        }
      }
    }
  }

  @Test
  void thePagesOneScriptHasNoTraceOfModules() {
    QueuePage page = QueuePage.bundled();
    Matcher name =
        Pattern.compile("/queue/-/(queue\\.[^\"]+\\.js)")
            .matcher(
                page.document(new QueuePage.Shown("derby", "Derby", false, null), "en")
                    .toString(StandardCharsets.UTF_8));
    assertTrue(name.find());
    Buffer script = page.asset(name.group(1)).orElseThrow().bytes();
    assertFalse(Pattern.compile("(?m)^(import|export) ").matcher(script.toString()).find());
  }

  private static List<Path> modules() throws IOException {
    try (Stream<Path> files = Files.list(MODULES)) {
      return files.filter(file -> file.toString().endsWith(".js")).sorted().toList();
    }
  }
}
