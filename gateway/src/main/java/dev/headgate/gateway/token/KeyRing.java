package dev.headgate.gateway.token;

import dev.headgate.gateway.token.KeyRotation.RefusedException;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which admission key does what, by key id: exactly one signs, at most one is to sign next, and
 * those that signed before still verify. No ring names a key twice.
 *
 * @param previous the newest first
 */
record KeyRing(@Nullable Slot next, Slot current, List<Slot> previous) {
  /** How long a key is published before it signs: for as long as others may keep the old set. */
  static final Duration PUBLISHED =
      Duration.ofSeconds(AdmissionTokens.JWKS_MAX_AGE_SECONDS).plus(KeyWatch.EVERY.multipliedBy(2));

  /** How long a key verifies after it last signed: for as long as any token can be good. */
  static final Duration KEPT =
      Duration.ofSeconds(AdmissionClaims.MAX_LIFE_SECONDS + AdmissionTokens.LEEWAY_SECONDS)
          .plus(KeyWatch.EVERY.multipliedBy(2));

  private static final int MOST_PREVIOUS = 8;
  private static final Set<String> MEMBERS = Set.of("next", "current", "previous");

  /** A key, and since when it is what it is. */
  record Slot(String kid, Instant since) {
    Slot {
      since = since.truncatedTo(ChronoUnit.SECONDS);
    }
  }

  KeyRing {
    previous = List.copyOf(previous);
    Set<String> kids = new HashSet<>();
    kids.add(current.kid());
    boolean distinct = next == null || kids.add(next.kid());
    for (Slot old : previous) {
      distinct &= kids.add(old.kid());
    }
    if (!distinct || previous.size() > MOST_PREVIOUS) {
      throw new IllegalArgumentException(
          "a key named twice, or more than " + MOST_PREVIOUS + " previous ones");
    }
  }

  /** The ring of a folder with one key and no word about it. */
  static KeyRing of(String kid, Instant since) {
    return new KeyRing(null, new Slot(kid, since), List.of());
  }

  /** All that are published and verify. */
  List<Slot> all() {
    List<Slot> all = new ArrayList<>();
    all.add(current);
    if (next != null) {
      all.add(next);
    }
    all.addAll(previous);
    return all;
  }

  KeyRing withNext(String kid, Instant now) {
    if (next != null) {
      throw new RefusedException("there is a next key already: " + next.kid());
    } else if (all().stream().anyMatch(slot -> slot.kid().equals(kid))) {
      throw new RefusedException("this key is in use already: " + kid);
    }
    return new KeyRing(new Slot(kid, now), current, previous);
  }

  /**
   * The next key signs from now on.
   *
   * @param mayRefuseFans whether that may be before everybody knows the key
   */
  KeyRing rotated(Instant now, boolean mayRefuseFans) {
    if (next == null) {
      throw new RefusedException("there is no next key; make one with: keys new");
    } else if (!mayRefuseFans && now.isBefore(next.since().plus(PUBLISHED))) {
      throw new RefusedException(
          "not every cache has seen the next key yet, and tokens under it would be refused; rotate"
              + (" from " + next.since().plus(PUBLISHED) + " on"));
    } else if (previous.size() == MOST_PREVIOUS) {
      throw new RefusedException("too many previous keys; drop some first with: keys retire");
    }
    List<Slot> older = new ArrayList<>();
    older.add(new Slot(current.kid(), now));
    older.addAll(previous);
    return new KeyRing(null, new Slot(next.kid(), now), older);
  }

  /** Without the previous keys whose last tokens are over. */
  KeyRing retired(Instant now) {
    if (previous.isEmpty()) {
      throw new RefusedException("there is no previous key");
    }
    List<Slot> kept = previous.stream().filter(slot -> now.isBefore(overAt(slot))).toList();
    if (kept.size() == previous.size()) {
      throw tooSoon(kept.get(kept.size() - 1));
    }
    return new KeyRing(next, current, kept);
  }

  /**
   * Without one key, which does not sign.
   *
   * @param mayRefuseFans whether it may be one whose tokens are still good
   */
  KeyRing retired(String kid, Instant now, boolean mayRefuseFans) {
    if (kid.equals(current.kid())) {
      throw new RefusedException("this key signs; rotate first: " + kid);
    } else if (next != null && kid.equals(next.kid())) {
      // It has signed nothing yet.
      return new KeyRing(null, current, previous);
    }
    List<Slot> kept = new ArrayList<>(previous);
    for (Slot slot : previous) {
      if (slot.kid().equals(kid)) {
        if (!mayRefuseFans && now.isBefore(overAt(slot))) {
          throw tooSoon(slot);
        }
        boolean unused = kept.remove(slot);
        return new KeyRing(next, current, kept);
      }
    }
    throw new RefusedException("no key of this name is in use: " + kid);
  }

  /** When the last token that a previous key signed is over. */
  static Instant overAt(Slot previous) {
    return previous.since().plus(KEPT);
  }

  private static RefusedException tooSoon(Slot slot) {
    return new RefusedException(
        "fans may hold good tokens under " + slot.kid() + " until " + overAt(slot));
  }

  String text() {
    JsonArray older = new JsonArray();
    previous.forEach(slot -> older.add(json(slot)));
    JsonObject json = new JsonObject();
    return json.put("next", next == null ? null : json(next))
        .put("current", json(current))
        .put("previous", older)
        .encodePrettily();
  }

  private static JsonObject json(Slot slot) {
    return new JsonObject().put("kid", slot.kid()).put("since", slot.since().toString());
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  static KeyRing parse(String text) {
    try {
      JsonObject json = new JsonObject(text);
      if (!json.fieldNames().equals(MEMBERS)) {
        throw new IllegalArgumentException("members: " + json.fieldNames());
      }
      JsonObject next = json.getJsonObject("next");
      List<Slot> previous = new ArrayList<>();
      for (Object slot : json.getJsonArray("previous")) {
        previous.add(slot((JsonObject) slot));
      }
      return new KeyRing(
          next == null ? null : slot(next), slot(json.getJsonObject("current")), previous);
    } catch (DecodeException
        | DateTimeException
        | ClassCastException
        | NullPointerException malformed) {
      throw new IllegalArgumentException("malformed", malformed);
    }
  }

  private static Slot slot(JsonObject json) {
    String kid = json.getString("kid");
    if (json.size() != 2 || !KeyText.isKid(kid)) {
      throw new IllegalArgumentException("malformed key id");
    }
    return new Slot(kid, Instant.parse(json.getString("since")));
  }
}
