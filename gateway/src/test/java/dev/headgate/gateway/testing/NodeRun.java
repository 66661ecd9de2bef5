package dev.headgate.gateway.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs a page's script under node: work goes in, and what the script says to it comes out. */
public final class NodeRun {

  private NodeRun() {}

  /**
   * What a program says to work. The program reads its input to the end before it says anything.
   */
  public static JsonArray of(Path folder, String program, JsonArray work) {
    try {
      return of(Files.writeString(folder.resolve("program.mjs"), program), work);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** What the program in a file, which may import others beside it, says to work. */
  public static JsonArray of(Path program, JsonArray work) {
    try {
      Path input = Files.writeString(program.resolveSibling("work.json"), work.encode());
      ProcessBuilder node = new ProcessBuilder("node", program.toString());
      node.environment().put("TZ", "UTC");
      Process process =
          node.redirectInput(input.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), "node failed");
      return new JsonArray(said);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
