package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class OperatorTokenCommandTest {
  @TempDir private Path folder = Path.of(".");

  private record Ran(int exit, String out, String err) {}

  private static Ran run(String input, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        KeysCommand.line(() -> Instant.EPOCH, new ByteArrayInputStream(input.getBytes(UTF_8)))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    return new Ran(line.execute(args), out.toString(), err.toString());
  }

  private List<OperatorToken> configured(String lines) throws IOException {
    Path file = Files.writeString(folder.resolve("gateway.yaml"), lines);
    return GatewayConfig.load(file, Map.of()).operatorTokens();
  }

  @Test
  void theLineThatIsPrintedRecognisesTheTokenThatIsPrinted()
      throws IOException, GeneralSecurityException {
    Ran ran = run("", "operator", "--name", "Ann \"the\" Admin", "--role", "admin");
    assertEquals(0, ran.exit, ran.err);
    String[] printed = ran.out.split("\n", 2);
    String token = printed[0].replace("operator token: ", "");
    assertEquals(43, token.length(), printed[0]);
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
    assertEquals(
        List.of(new OperatorToken("Ann \"the\" Admin", Role.ADMIN, HexFormat.of().formatHex(hash))),
        configured(printed[1]));
    assertNotEquals(ran.out, run("", "operator", "--name", "ann", "--role", "admin").out);
  }

  @Test
  void aPhraseIsReadFromTheInputAndOnlyItsSlowHashIsPrinted() throws IOException {
    Ran ran = run("correct horse battery\n", "operator", "--name=eve", "--role=viewer", "--phrase");
    assertEquals(0, ran.exit, ran.err);
    assertFalse(ran.out.contains("correct horse"), ran.out);
    OperatorToken read = configured(ran.out).get(0);
    assertEquals("eve", read.name());
    assertTrue(read.hash().startsWith("$argon2id$v=19$m=19456,t=2,p=1$"), read.hash());
  }

  @Test
  void whatMakesNoOperatorIsWrongUsage() {
    for (String[] args :
        List.of(
            new String[] {"operator"},
            new String[] {"operator", "--name", "ann"},
            new String[] {"operator", "--name", "ann", "--role", "boss"},
            new String[] {"operator", "--name", "oidc:ann", "--role", "admin"},
            new String[] {"operator", "--name", " ", "--role", "admin"},
            new String[] {"operator", "--name", "ann", "--role", "admin", "--phrase"})) {
      Ran ran = run("short\n", args);
      assertEquals(2, ran.exit, ran.out);
      assertFalse(ran.out.contains("token"), ran.out);
    }
  }
}
