package dev.headgate.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceFieldsTest {
  private static final String LETTER = "letter-with-a-secret";

  @TempDir Path folder = Path.of(".");

  private Traces read(String members) throws IOException {
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(file, "traces: {" + members + "}\n");
    Map<String, String> environment = Map.of("LETTER", LETTER, "BROKEN", "a\nb", "EMPTY", "");
    return Objects.requireNonNull(GatewayConfig.load(file, environment).traces());
  }

  @Test
  void anAddressIsEnough() throws IOException {
    assertEquals(
        new Traces(
            URI.create("http://collector:4318/v1/traces"),
            List.of(),
            0.01,
            Traces.Parent.LINK,
            "headgate-gateway",
            Map.of()),
        read("endpoint: \"http://collector:4318/v1/traces\""));
  }

  @Test
  void aSecretIsInNoText() throws IOException {
    Traces traces =
        read("endpoint: \"https://c.example/\", headers: [{name: X, valueEnv: LETTER}]");
    assertEquals(LETTER, traces.headers().get(0).text());
    assertFalse(traces.toString().contains(LETTER));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "endpoint | ratio: 1",
        "endpoint | endpoint: null",
        "endpoint | endpoint: \"collector:4318\"",
        "endpoint | endpoint: \"ftp://c.example/\"",
        "endpoint | endpoint: \"https://c.example/?key=secret-word\"",
        "endpoint | endpoint: \"https://ann:secret-word@c.example/\"",
        "endpoint | endpoint: \"http://c.example/\", headers: [{name: X, valueEnv: LETTER}]",
        "ratio | endpoint: \"https://c.example/\", ratio: 1.01",
        "ratio | endpoint: \"https://c.example/\", ratio: -0.1",
        "ratio | endpoint: \"https://c.example/\", ratio: all",
        "parent | endpoint: \"https://c.example/\", parent: trust",
        "service | endpoint: \"https://c.example/\", service: \"\"",
        "sample | endpoint: \"https://c.example/\", sample: 1",
        "attributes | endpoint: \"https://c.example/\", attributes: [a]",
        "attributes.a b | endpoint: \"https://c.example/\", attributes: {\"a b\": c}",
        "attributes.a | endpoint: \"https://c.example/\", attributes: {a: 1}",
        "headers | endpoint: \"https://c.example/\", headers: {X: y}",
        "headers[0].name | endpoint: \"https://c.example/\", headers: [{valueEnv: LETTER}]",
        "headers[0].name | endpoint: \"https://c.example/\", headers: [{name: \"a b\", valueEnv: LETTER}]",
        "headers[0].name | endpoint: \"https://c.example/\", headers: [{name: Host, valueEnv: LETTER}]",
        "headers[1].name | endpoint: \"https://c.example/\", headers: [{name: X, valueEnv: LETTER}, {name: x, valueEnv: LETTER}]",
        "headers[0].valueFile | endpoint: \"https://c.example/\", headers: [{name: X}]",
        "headers[0].valueFile | endpoint: \"https://c.example/\", headers: [{name: X, valueEnv: LETTER, valueFile: f}]",
        "headers[0].valueEnv | endpoint: \"https://c.example/\", headers: [{name: X, valueEnv: MISSING}]",
        "headers[0].valueEnv | endpoint: \"https://c.example/\", headers: [{name: X, valueEnv: BROKEN}]",
        "headers[0].valueEnv | endpoint: \"https://c.example/\", headers: [{name: X, valueEnv: EMPTY}]",
        "headers[0].value | endpoint: \"https://c.example/\", headers: [{name: X, valueEnv: LETTER, value: secret-word}]",
      })
  void eachMistakeIsNamedOnceByItsField(String field, String members) {
    InvalidConfigException refused =
        assertThrows(InvalidConfigException.class, () -> read(members));
    List<String> problems = refused.problems();
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.get(0).startsWith("line 1: traces." + field + ": "), problems.get(0));
    assertFalse(problems.get(0).contains(LETTER), problems.get(0));
    assertFalse(problems.get(0).contains("secret-word"), problems.get(0));
  }
}
