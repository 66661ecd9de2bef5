package dev.headgate.quickstart;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What a crowd has seen, for the checks afterwards. */
final class CrowdLog {
  /** A fan was told this state at this position. */
  record Sighting(int position, String state, CrowdHttp.Answer answer) {}

  /** A fan was let in. */
  record Admission(int position, String token, JsonObject claims) {
    static Admission of(int position, String token) {
      String payload = token.split("\\.", -1)[1];
      byte[] json = Base64.getUrlDecoder().decode(payload);
      return new Admission(position, token, Buffer.buffer(json).toJsonObject());
    }

    /** The second in which the session began. */
    long iat() {
      return claims.getLong("iat");
    }
  }

  private final Queue<Sighting> sightings = new ConcurrentLinkedQueue<>();
  private final Queue<Admission> admissions = new ConcurrentLinkedQueue<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  void saw(int position, CrowdHttp.Answer answer) {
    sightings.add(new Sighting(position, answer.body().getString("state"), answer));
  }

  void admitted(Admission admission) {
    admissions.add(admission);
  }

  /** Something that should never happen. */
  void fault(String what) {
    faults.add(what);
  }

  List<Sighting> sightings() {
    return List.copyOf(sightings);
  }

  List<Admission> admissions() {
    return List.copyOf(admissions);
  }

  int admissionCount() {
    return admissions.size();
  }

  List<String> faults() {
    return List.copyOf(faults);
  }
}
