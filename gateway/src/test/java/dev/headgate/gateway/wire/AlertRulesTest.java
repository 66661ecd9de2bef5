package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The alert rules, evaluated by Prometheus's own promtool on series that are written down. */
class AlertRulesTest {
  private static final Path RULES = Path.of("..", "config", "prometheus");

  /** Where it is set, a missing promtool is an error. */
  private static final String REQUIRED = "HEADGATE_TESTS_NEED_PROMTOOL";

  private static String promtool(String... arguments) throws Exception {
    String named = System.getenv("HEADGATE_PROMTOOL");
    Path tool = Path.of(named == null ? "/usr/bin/promtool" : named);
    if (System.getenv(REQUIRED) == null) {
      assumeTrue(Files.isExecutable(tool), "no promtool (Debian: prometheus)");
    }
    List<String> command = new ArrayList<>(List.of(tool.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }

  @Test
  void eachAlertFiresWhenItShouldAndNotWhenItShouldNot() throws Exception {
    String said = promtool("test", "rules", RULES.resolve("alerts-test.yaml").toString());
    assertTrue(said.contains("SUCCESS"), said);
  }

  @Test
  void prometheusItselfTakesTheFiles() throws Exception {
    String rules = promtool("check", "rules", RULES.resolve("alerts.yaml").toString());
    assertTrue(rules.contains("SUCCESS"), rules);
    String config = promtool("check", "config", RULES.resolve("prometheus.yaml").toString());
    assertTrue(config.contains("SUCCESS"), config);
  }

  @Test
  void ofEachAlertItIsWrittenWhenItFiresAndWhenNot() throws IOException {
    String tests = Files.readString(RULES.resolve("alerts-test.yaml"));
    Set<String> alerts = found("alert: (\\w+)", Files.readString(RULES.resolve("alerts.yaml")));
    assertTrue(alerts.size() > 10, "the rules were found");
    assertEquals(alerts, found("alertname: (\\w+)\\s+exp_alerts:\\s+-", tests));
    assertEquals(alerts, found("alertname: (\\w+), exp_alerts: \\[]", tests));
  }

  private static Set<String> found(String pattern, String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }
}
