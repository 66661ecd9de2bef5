package dev.headgate.quickstart;

import dev.headgate.quickstart.CrowdHttp.Answer;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Asks for a place as the queue page does: where a challenge has to be solved first, it is. */
final class ProvenJoin {

  private ProvenJoin() {}

  /**
   * Asks once, and where work is asked for once more, with a solution.
   *
   * @param places the address of the event's places
   */
  static Future<Answer> ask(CrowdHttp http, URI places) {
    return post(http, places, new JsonObject())
        .compose(
            answer ->
                answer.code().equals("challenge-required")
                    ? solve(http, places)
                    : Future.succeededFuture(answer));
  }

  private static Future<Answer> solve(CrowdHttp http, URI places) {
    return http.get(places.resolve("challenge"), request -> request)
        .compose(
            asked ->
                asked.status() == 200
                    ? http.aside(() -> solution(asked.body()))
                        .compose(body -> post(http, places, body))
                    : post(http, places, new JsonObject()));
  }

  private static Future<Answer> post(CrowdHttp http, URI places, JsonObject body) {
    return http.send(HttpMethod.POST, places, request -> request, body);
  }

  private static JsonObject solution(JsonObject challenge) throws NoSuchAlgorithmException {
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    String prefix = challenge.getString("prefix") + ".";
    int difficulty = challenge.getInteger("difficulty");
    for (long nonce = 0; ; nonce++) {
      byte[] hash = sha256.digest((prefix + nonce).getBytes(StandardCharsets.US_ASCII));
      if (Integer.numberOfLeadingZeros(ByteBuffer.wrap(hash).getInt()) >= difficulty) {
        return new JsonObject().put("challenge", prefix + nonce);
      }
    }
  }
}
