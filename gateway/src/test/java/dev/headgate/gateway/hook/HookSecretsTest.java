package dev.headgate.gateway.hook;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headgate.gateway.config.Webhook;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What webhooks are signed with. */
class HookSecretsTest {
  private static final String ONE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String TWO = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);

  @TempDir Path folder;

  private static Webhook hook(@Nullable Path file, @Nullable String text) {
    return new Webhook(
        "ops",
        URI.create("http://127.0.0.1/"),
        new Webhook.Secret(file, text),
        Set.of(),
        Set.of(),
        Duration.ofHours(1),
        false);
  }

  private Webhook in(String mode, String text) throws Exception {
    Path file = folder.resolve("ops.whsec");
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return hook(file, null);
  }

  /** Computed with Python's hmac module, and given by Standard Webhooks' own libraries too. */
  @Test
  void theSignatureIsTheStandards() throws Exception {
    String body = "{\"test\": 2432232314}";
    String id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    String first = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    assertEquals(
        first, HookSignature.of(id, 1_614_265_330, body, HookSecrets.open(hook(null, ONE))));
    List<byte[]> both = HookSecrets.open(in("rw-------", ONE + "\n" + TWO + "\n"));
    String second = HookSignature.of(id, 1_614_265_330, body, List.of(both.get(1)));
    assertEquals(first + " " + second, HookSignature.of(id, 1_614_265_330, body, both));
  }

  /** What docs/signals.md shows receivers, run as it stands there. */
  @Test
  void theExampleForReceiversTakesWhatIsSignedAndNothingElse() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")));
    String guide = Files.readString(Path.of("..", "docs", "signals.md"));
    int begin = guide.indexOf("```python\n") + "```python\n".length();
    String example = guide.substring(begin, guide.indexOf("```", begin));
    String body = "{\"n\": \"\u00e9\"}";
    String signed =
        HookSignature.of("id-1", 1_000, body, HookSecrets.open(hook(null, TWO + " " + ONE)));
    String calls =
        """

        h = {"webhook-id": "id-1", "webhook-timestamp": "1000", "webhook-signature": "%s"}
        b = '%s'.encode()
        s = "%s"
        assert verified(h, b, s, 1100)
        assert not verified(h, b, s, 1400)
        assert not verified(h, b, s)
        assert not verified(h, b + b" ", s, 1100)
        assert not verified(dict(h, **{"webhook-id": "id-2"}), b, s, 1100)
        assert not verified(h, b, "whsec_" + "B" * 32, 1100)
        """
            .formatted(signed, body, ONE);
    Path script = folder.resolve("receiver.py");
    Files.writeString(script, example + calls);
    Process python =
        new ProcessBuilder("/usr/bin/python3", script.toString()).redirectErrorStream(true).start();
    String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, python.waitFor(), said);
  }

  @Test
  void aSecretIsInAFileOfItsOwnersOrInTheEnvironment() throws Exception {
    assertArrayEquals(
        HookSecrets.open(hook(null, ONE)).get(0), HookSecrets.open(in("r--------", ONE)).get(0));
    for (String mode : List.of("rw-r-----", "rw----r--", "rw--w----")) {
      Webhook open = in(mode, ONE);
      String said =
          assertThrows(IllegalStateException.class, () -> HookSecrets.open(open)).getMessage();
      assertTrue(String.valueOf(said).contains("open to other users"), said);
    }
    Webhook missing = hook(folder.resolve("none"), null);
    String said =
        assertThrows(IllegalStateException.class, () -> HookSecrets.open(missing)).getMessage();
    assertTrue(String.valueOf(said).contains("cannot be read"), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_",
        "whsec_c2hvcnQ=",
        "whsec_***MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        ONE + "\n" + ONE + "\n" + ONE
      })
  void whatIsNoSecretIsRefusedAndNotQuoted(String text) {
    Webhook hook = hook(null, text);
    String said =
        assertThrows(IllegalStateException.class, () -> HookSecrets.open(hook)).getMessage();
    assertTrue(String.valueOf(said).startsWith("webhook ops: "), said);
    assertFalse(String.valueOf(said).matches("(?s).*(MfKQ9r8|c2hvcnQ).*"), said);
    assertFalse(hook.toString().contains("MfKQ9r8"), hook.toString());
    assertFalse(hook.secret().toString().contains("MfKQ9r8"), hook.toString());
  }
}
