package dev.headgate.gateway.access;

import dev.headgate.gateway.http.JsonBody;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.token.Base64Url;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A signed JWT taken apart, its signature not yet checked. Of its head only what picks a key and
 * says what it is counts: addresses and keys in there are never used.
 *
 * @param algorithm what it says it is signed with
 * @param kid the name of the key; null where it names none
 * @param type its {@code typ} in lower case; empty where it has none
 * @param claims what it says
 * @param input what the signature is over
 * @param signature in base64url
 */
record Jwt(
    String algorithm,
    @Nullable String kid,
    String type,
    JsonObject claims,
    String input,
    String signature) {
  private static final int LONGEST = 32_768; // Of somebody in hundreds of groups.
  private static final double LATEST = 253_402_300_799.0; // The end of the year 9999.
  private static final Set<String> ACCESS = Set.of("at+jwt", "application/at+jwt", "jwt", "");
  private static final Set<String> IDENTITY = Set.of("jwt", "");

  /** Whether a text may be one, at a glance. */
  static boolean looksLikeOne(String text) {
    return text.startsWith("eyJ") && text.chars().filter(c -> c == '.').count() == 2;
  }

  /** The token, or null when a text is not exactly of the form of one. */
  static @Nullable Jwt parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (text.length() > LONGEST || parts.length != 3) {
      return null;
    }
    JsonObject head = object(parts[0]);
    JsonObject claims = object(parts[1]);
    if (head == null || claims == null || Base64Url.decode(parts[2]) == null) {
      return null;
    }
    String algorithm = text(head, "alg");
    boolean kidIsText = !head.containsKey("kid") || text(head, "kid") != null;
    boolean typIsText = !head.containsKey("typ") || text(head, "typ") != null;
    // What must be understood (crit) is not understood here.
    return algorithm == null || !kidIsText || !typIsText || head.containsKey("crit")
        ? null
        : new Jwt(
            algorithm,
            text(head, "kid"),
            head.getString("typ", "").toLowerCase(Locale.ROOT),
            claims,
            parts[0] + "." + parts[1],
            parts[2]);
  }

  boolean mayBeIdentity() {
    return IDENTITY.contains(type);
  }

  boolean mayBeAccess() {
    return ACCESS.contains(type);
  }

  @Nullable String text(String claim) {
    return text(claims, claim);
  }

  /** A whole number of seconds; -1 where the claim is none, or none of the next 7,000 years. */
  long seconds(String claim) {
    return claims.getValue(claim) instanceof Number number
            && number.doubleValue() >= 0
            && number.doubleValue() <= LATEST
        ? number.longValue()
        : -1;
  }

  /** Whom it is for. */
  List<String> audience() {
    return texts(claims.getValue("aud"));
  }

  /** The texts of a claim, whose name may lead into objects. */
  List<String> texts(String claim) {
    Object value = claims.getValue(claim);
    JsonObject in = claims;
    String rest = claim;
    while (value == null && rest.indexOf('.') > 0) {
      Object inner = in.getValue(rest.substring(0, rest.indexOf('.')));
      if (!(inner instanceof JsonObject object)) {
        return List.of();
      }
      in = object;
      rest = rest.substring(rest.indexOf('.') + 1);
      value = in.getValue(rest);
    }
    // Scopes are words of one text (RFC 8693, 4.2).
    boolean words = claim.equals("scope") || claim.equals("scp");
    return words && value instanceof String text ? List.of(text.split(" ", -1)) : texts(value);
  }

  private static List<String> texts(@Nullable Object value) {
    if (value instanceof String text) {
      return List.of(text);
    }
    return value instanceof JsonArray array
        ? array.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }

  private static @Nullable String text(JsonObject json, String name) {
    return json.getValue(name) instanceof String text ? text : null;
  }

  private static @Nullable JsonObject object(String part) {
    byte[] json = Base64Url.decode(part);
    try {
      return json == null || json.length == 0 ? null : JsonBody.object(Buffer.buffer(json));
    } catch (ProblemException malformed) {
      return null;
    }
  }
}
