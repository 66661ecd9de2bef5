package dev.headgate.gateway.access;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a cookie says once its seal is known to be ours. It names no role: that is read anew from
 * the configuration at each request.
 *
 * @param id random, in base64url
 * @param way how they signed in
 * @param name who it is
 * @param credential what must still be configured for the session to go on
 * @param groups what the issuer said of them; empty for a token
 * @param startSeconds when they signed in, in seconds since 1970
 * @param seenSeconds when something was last asked, about
 */
record Session(
    String id,
    Way way,
    String name,
    String credential,
    List<String> groups,
    long startSeconds,
    long seenSeconds) {

  /** How somebody signed in. */
  enum Way {
    TOKEN,
    OIDC
  }

  Session {
    groups = List.copyOf(groups);
  }

  Session seenAt(long seconds) {
    return new Session(id, way, name, credential, groups, startSeconds, seconds);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("way", way.name())
        .put("name", name)
        .put("credential", credential)
        .put("groups", new JsonArray(groups))
        .put("start", startSeconds)
        .put("seen", seenSeconds);
  }

  /** What was written by {@link #toJson}; null for what another release may have written. */
  static @Nullable Session of(JsonObject json) {
    try {
      Stream<String> groups = json.getJsonArray("groups").stream().map(String.class::cast);
      return new Session(
          json.getString("id"),
          Way.valueOf(json.getString("way")),
          json.getString("name"),
          json.getString("credential"),
          groups.toList(),
          json.getLong("start"),
          json.getLong("seen"));
    } catch (RuntimeException ofAnotherForm) {
      return null;
    }
  }
}
