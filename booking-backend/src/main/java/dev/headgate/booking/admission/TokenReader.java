package dev.headgate.booking.admission;

import dev.headgate.booking.json.StrictJson;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes a token apart. Nothing here is believed yet; what is not exactly of the one form the
 * gateway writes is no token.
 */
final class TokenReader {
  static final int MAX_KID = 64;
  private static final int MAX_TOKEN = 4_096;
  private static final int MAX_TEXT = 256;
  private static final String TYPE = "hg-admission+jwt";
  private static final String AUDIENCE = "headgate:";
  // Anything else (jku, jwk, x5u, x5c, crit, zip, …) asks us to do what we do not.
  private static final Set<String> HEADER = Set.of("alg", "typ", "kid");

  private TokenReader() {}

  /** A token in its parts, unverified. */
  record Parts(String alg, String kid, String signingInput, String payload, String signature) {}

  /** Its claims; seconds since 1970. */
  record Claims(
      Admission admission,
      String issuer,
      long issuedAt,
      long notBefore,
      long expires,
      @Nullable String keyThumbprint) {}

  static @Nullable Parts parts(String token) {
    if (token.length() > MAX_TOKEN) {
      return null;
    }
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3) {
      return null;
    }
    byte[] header = decoded(parts[0]);
    byte[] signature = decoded(parts[2]);
    if (header == null || signature == null || signature.length == 0) {
      return null;
    }
    Map<String, @Nullable Object> fields = object(header);
    if (fields == null || !fields.keySet().equals(HEADER)) {
      return null;
    }
    if (!TYPE.equals(fields.get("typ"))
        || !(fields.get("alg") instanceof String alg)
        || !(fields.get("kid") instanceof String kid)
        || kid.length() > MAX_KID) {
      return null;
    }
    String input = token.substring(0, token.lastIndexOf('.'));
    return new Parts(alg, kid, input, parts[1], parts[2]);
  }

  static @Nullable Claims claims(String payload) {
    byte[] json = decoded(payload);
    Map<String, @Nullable Object> fields = json == null ? null : object(json);
    if (fields == null) {
      return null;
    }
    String audience = audience(fields.get("aud"));
    String subject = text(fields.get("sub"));
    String id = text(fields.get("jti"));
    String issuer = text(fields.get("iss"));
    // Whole numbers only: 1.7e9 or "1700000000" is somebody else's idea of a date.
    if (audience == null
        || subject == null
        || id == null
        || issuer == null
        || !(fields.get("iat") instanceof Long issuedAt)
        || !(fields.get("nbf") instanceof Long notBefore)
        || !(fields.get("exp") instanceof Long expires)
        || !isDate(expires)) {
      return null;
    }
    String key = confirmed(fields.get("cnf"));
    if (key == null && fields.containsKey("cnf")) {
      return null; // A confirmation that is not understood must not be taken for none.
    }
    String event = audience.substring(AUDIENCE.length());
    Admission admission = new Admission(event, subject, id, Instant.ofEpochSecond(expires));
    return new Claims(admission, issuer, issuedAt, notBefore, expires, key);
  }

  private static @Nullable String confirmed(@Nullable Object sent) {
    Object key = sent instanceof Map<?, ?> confirmation ? confirmation.get("jkt") : null;
    boolean isThumbprint =
        key instanceof String text && text.length() == Sha256.DIGITS && decoded(text) != null;
    return isThumbprint ? (String) key : null;
  }

  /** The one audience, whether written alone or as a list of one. */
  private static @Nullable String audience(@Nullable Object sent) {
    Object one = sent instanceof List<?> list && list.size() == 1 ? list.get(0) : sent;
    return one instanceof String audience && audience.startsWith(AUDIENCE) ? audience : null;
  }

  private static @Nullable String text(@Nullable Object sent) {
    boolean usable = sent instanceof String text && !text.isEmpty() && text.length() <= MAX_TEXT;
    return usable ? (String) sent : null;
  }

  private static boolean isDate(long seconds) {
    return seconds > 0 && seconds < Instant.MAX.getEpochSecond();
  }

  static @Nullable Map<String, @Nullable Object> object(byte[] json) {
    try {
      return StrictJson.object(json);
    } catch (StrictJson.MalformedException malformed) {
      return null;
    }
  }

  /** Base64url in its one canonical form: otherwise two texts would be the same token. */
  static byte @Nullable [] decoded(String part) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(part);
      boolean canonical =
          Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(part);
      return canonical ? bytes : null;
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }
}
