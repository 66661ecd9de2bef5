package dev.headgate.gateway.access;

import dev.headgate.gateway.config.OperatorSessions;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that no gateway keeps: all of one is in its cookie, so that it is good at every gateway,
 * and while the store is away. What is kept is which have ended before their time.
 */
final class Sessions {
  private static final String SESSION = "headgate-operator-session-v1";
  private static final String CSRF = "headgate-operator-csrf-v1";

  private final Seal seal;
  private final SignOuts signOuts;

  Sessions(Seal seal, SignOuts signOuts) {
    this.seal = seal;
    this.signOuts = signOuts;
  }

  /** A session that begins now. */
  Session begin(Session.Way way, String name, String credential, List<String> groups, long now) {
    return new Session(seal.newId(), way, name, credential, groups, now, now);
  }

  /** The session that a cookie is of, unless it is over. */
  @Nullable Session read(String cookie, OperatorSessions lengths, Instant now) {
    Session session = timely(cookie, lengths, now);
    return session != null && !signOuts.has(session.id()) ? session : null;
  }

  /** The session that a cookie is of, unless its time is over; it may have been ended before. */
  @Nullable Session timely(String cookie, OperatorSessions lengths, Instant now) {
    JsonObject json = seal.read(SESSION, cookie);
    Session session = json == null ? null : Session.of(json);
    return session != null && now.isBefore(end(session, lengths)) ? session : null;
  }

  /** Ends a session, here at once; the future fails where the other gateways do not hear of it. */
  Future<Void> signOut(Session session) {
    return signOuts.add(session.id());
  }

  String cookie(Session session) {
    return seal.write(SESSION, session.toJson());
  }

  String csrf(Session session) {
    return seal.mac(CSRF, session.id());
  }

  /** When a session ends unless something is asked before. */
  static Instant end(Session session, OperatorSessions lengths) {
    Instant idle = Instant.ofEpochSecond(session.seenSeconds()).plus(lengths.idle());
    Instant longest = Instant.ofEpochSecond(session.startSeconds()).plus(lengths.longest());
    return idle.isBefore(longest) ? idle : longest;
  }

  /** Whether the cookie should say that something was asked: not at each request. */
  static boolean isStale(Session session, OperatorSessions lengths, Instant now) {
    long unseen = now.getEpochSecond() - session.seenSeconds();
    return unseen * 10 >= lengths.idle().toSeconds();
  }
}
