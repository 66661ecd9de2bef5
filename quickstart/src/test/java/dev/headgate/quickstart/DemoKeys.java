package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.Main;
import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import picocli.CommandLine;

/** The admission keys of a running demo: what it publishes, and the command that changes them. */
final class DemoKeys {
  private final Calls calls;
  private final URI jwks;
  private final Path folder;

  DemoKeys(Calls calls, DemoProcess demo) {
    this.calls = calls;
    jwks = demo.fans().resolve("/.well-known/jwks.json");
    folder = folderWith(published().get(0));
  }

  /** The ids of the keys that are published. */
  List<String> published() {
    Answer answer = calls.get(jwks);
    assertEquals("public, max-age=300", answer.header("Cache-Control"));
    return answer.json().getJsonArray("keys").stream()
        .map(key -> ((JsonObject) key).getString("kid"))
        .toList();
  }

  /** Runs {@code headgate keys} on the demo's folder. */
  void command(int exit, String... arguments) {
    List<String> all = new ArrayList<>(List.of("keys"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--keys", folder.toString()));
    CommandLine command = new CommandLine(new Main());
    assertEquals(exit, command.execute(all.toArray(String[]::new)), all.toString());
  }

  /** The id of the key that signed a token. */
  static String kidOf(String token) {
    return part(token, 0).getString("kid");
  }

  /** The session a token is of. */
  static String sessionOf(String token) {
    return part(token, 1).getString("jti");
  }

  private static JsonObject part(String token, int index) {
    byte[] json = Base64.getUrlDecoder().decode(token.split("\\.", -1)[index]);
    return new JsonObject(new String(json, StandardCharsets.UTF_8));
  }

  /** The demo's own folder, known by the key that the demo publishes. */
  private static Path folderWith(String kid) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> demos = Files.newDirectoryStream(temporary, "headgate-demo*")) {
      for (Path each : demos) {
        Path key = each.resolve("keys/admission.jwk");
        if (text(key).contains(kid)) {
          return each.resolve("keys");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("no folder with the key " + kid);
  }

  /** Empty where there is none, as of a demo that another test is ending at the moment. */
  private static String text(Path key) throws IOException {
    try {
      return Files.readString(key);
    } catch (NoSuchFileException gone) {
      return "";
    }
  }
}
