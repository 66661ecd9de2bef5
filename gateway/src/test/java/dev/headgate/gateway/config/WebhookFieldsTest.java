package dev.headgate.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key {@code webhooks}. */
class WebhookFieldsTest {
  @TempDir Path folder;

  private List<Webhook> read(String yaml, Map<String, String> environment) {
    Path file = folder.resolve("gateway.yaml");
    return GatewayConfigFile.parse(file, yaml.getBytes(StandardCharsets.UTF_8), environment)
        .webhooks();
  }

  private List<String> problems(String yaml) {
    return assertThrows(InvalidConfigException.class, () -> read(yaml, Map.of()).isEmpty())
        .problems();
  }

  private static String hook(String fields) {
    return "webhooks: [{name: a, url: \"https://x.example/\", secretFile: a.key, "
        + fields
        + "}]\n";
  }

  @Test
  void whatIsLeftOutIsAsDocumented() {
    Webhook hook = read(hook("types: []"), Map.of()).get(0);
    assertEquals(folder.resolve("a.key"), hook.secret().file());
    assertEquals(Set.of(), hook.events());
    assertEquals(Set.of(), hook.types());
    assertEquals(Duration.ofHours(24), hook.giveUpAfter());
    assertFalse(hook.plainHttp());
  }

  @Test
  void aSecretMayComeFromTheEnvironmentAndIsShownNowhere() {
    String yaml = "webhooks: [{name: a, url: \"https://x.example/k-1\", secretEnv: HOOK}]\n";
    Webhook hook = read(yaml, Map.of("HOOK", "whsec_hidden")).get(0);
    assertEquals("whsec_hidden", hook.secret().text());
    assertFalse((hook + "" + hook.secret()).contains("hidden"));
    assertFalse(hook.toString().contains("k-1"));
    assertEquals(
        List.of(
            "line 1: webhooks[0].secretEnv: HOOK (expected: an environment variable that is set)"),
        problems(yaml));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://x.example/a?b=c",
        "http://localhost:1/",
        "http://127.0.0.1:8080/x",
        "http://127.1.2.3/",
        "http://[::1]:8/"
      })
  void httpsAndThisMachineAreSafe(String url) {
    String yaml = "webhooks: [{name: a, url: \"" + url + "\", secretFile: a}]\n";
    assertEquals(url, read(yaml, Map.of()).get(0).url().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://x.example/key-7",
        "http://127.0.0.1.x.example/key-7",
        "http://10.0.0.1/key-7",
        "http://[::2]/key-7",
        "http://localhost.x.example/key-7",
        "ftp://x.example/key-7",
        "https://user:key-7@x.example/",
        "https:///key-7",
        "x.example/key-7",
        "https://x.example/#key-7"
      })
  void anyOtherAddressIsRefusedAndNotRepeated(String url) {
    List<String> problems =
        problems("webhooks: [{name: a, url: \"" + url + "\", secretFile: a}]\n");
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.get(0).startsWith("line 1: webhooks[0].url: "), problems.get(0));
    assertFalse(problems.get(0).contains("key-7"), problems.get(0));
  }

  @Test
  void plainHttpElsewhereMustBeAskedFor() {
    String yaml =
        "webhooks: [{name: a, url: \"http://x.example/\", secretFile: a, plainHttp: true}]\n";
    assertTrue(read(yaml, Map.of()).get(0).plainHttp());
  }

  @Test
  void everythingWrongIsNamed() {
    String all =
        String.join(
            "\n",
            problems(
                """
                webhooks:
                  - {name: A, url: "https://x.example/", secretFile: a}
                  - {name: a, url: "https://x.example/"}
                  - {name: a, url: "https://x.example/", secretFile: a, secretEnv: PATH}
                  - {name: b, url: "https://x.example/", secretFile: a, types: [soldout]}
                  - {name: c, url: "https://x.example/", secretFile: a, events: [Derby]}
                  - {name: d, url: "https://x.example/", secretFile: a, giveUpAfter: PT1S}
                  - {name: e, url: "https://x.example/", secretFile: a, retries: 3}
                  - {name: f, secretFile: a}
                """));
    for (String expected :
        List.of(
            "line 2: webhooks[0].name: A (",
            "line 3: webhooks[1].secretFile: missing (expected: it, or else secretEnv)",
            "line 4: webhooks[2].name: a (expected: a name no other webhook has)",
            "line 4: webhooks[2].secretFile: a (expected: it, or else secretEnv)",
            "line 5: webhooks[3].types[0]: soldout (expected: closed, created,",
            "line 6: webhooks[4].events[0]: Derby (expected: an event id like derby-2026)",
            "line 7: webhooks[5].giveUpAfter: PT1S (",
            "line 8: webhooks[6].retries: unknown field (",
            "line 9: webhooks[7].url: missing (")) {
      assertTrue(all.contains(expected), () -> expected + " is not among\n" + all);
    }
  }
}
