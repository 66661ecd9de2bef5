package dev.headgate.gateway.page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.testing.NodeRun;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the worker finds, run under node: the JDK's digest is the judge. */
class ChallengeSearchTest {
  private static final String HARNESS =
      """

      const work = JSON.parse(await new Response(process.stdin).text());
      const found = work.map(({ prefix, difficulty }) => searchNonce(prefix, difficulty));
      process.stdout.write(JSON.stringify(found));
      """;

  @TempDir private Path folder;

  @Test
  void solutionsAreGoodForEveryLengthOfAPrefixAroundTheBlocks() throws Exception {
    JsonArray work = new JsonArray();
    for (int length = 1; length <= 200; length++) {
      work.add(challenge("aZ-_09.".repeat(29).substring(0, length), 8));
    }
    isSolved(work);
  }

  @Test
  void solutionsAreGoodForEveryDifficultyThatIsSolvedInAMoment() throws Exception {
    JsonArray work = new JsonArray();
    for (int difficulty = 8; difficulty <= 18; difficulty++) {
      work.add(challenge("prefix-" + difficulty, difficulty));
    }
    isSolved(work);
  }

  private static JsonObject challenge(String prefix, int difficulty) {
    return new JsonObject().put("prefix", prefix).put("difficulty", difficulty);
  }

  private void isSolved(JsonArray work) throws Exception {
    JsonArray found = done(work);
    assertEquals(work.size(), found.size());
    for (int i = 0; i < work.size(); i++) {
      JsonObject challenge = work.getJsonObject(i);
      String solution = found.getString(i);
      String start = challenge.getString("prefix") + ".";
      assertTrue(solution.startsWith(start), solution);
      assertTrue(solution.substring(start.length()).matches("[0-9]{1,15}"), solution);
      assertTrue(zeroBits(solution) >= challenge.getInteger("difficulty"), solution);
    }
  }

  private static int zeroBits(String text) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(US_ASCII));
    return 256 - new BigInteger(1, digest).bitLength();
  }

  private JsonArray done(JsonArray work) {
    String program = Script.of("challenge-search.js", Resources::text) + HARNESS;
    return NodeRun.of(folder, program, work);
  }
}
