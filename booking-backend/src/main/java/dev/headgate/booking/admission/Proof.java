package dev.headgate.booking.admission;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A proof taken apart, its signature not yet checked.
 *
 * @param key the public key it names
 * @param claims what it says
 * @param input what the signature is over
 * @param signature in base64url
 */
record Proof(ProofKey key, Claims claims, String input, String signature) {
  private static final int MAX_LENGTH = 4_096;
  private static final int MAX_ID = 128;
  private static final String TYPE = "dpop+jwt";
  // Anything else (jku, x5c, crit, …) asks us to do what we do not.
  private static final Set<String> HEADER = Set.of("typ", "alg", "jwk");

  /**
   * What it says.
   *
   * @param id its {@code jti}
   * @param method its {@code htm}
   * @param address its {@code htu}, normalised
   * @param tokenHash its {@code ath}
   * @param issuedSeconds its {@code iat}, in seconds since 1970
   */
  record Claims(String id, String method, String address, String tokenHash, long issuedSeconds) {}

  /** The proof, or null when a text is not exactly of the form of one. */
  static @Nullable Proof parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (text.length() > MAX_LENGTH || parts.length != 3 || TokenReader.decoded(parts[2]) == null) {
      return null;
    }
    ProofKey key = key(object(parts[0]));
    Claims claims = claims(object(parts[1]));
    return key == null || claims == null
        ? null
        : new Proof(key, claims, parts[0] + "." + parts[1], parts[2]);
  }

  /** The key, which says the algorithm; the header's own word only has to agree. */
  private static @Nullable ProofKey key(@Nullable Map<String, @Nullable Object> header) {
    if (header == null || !header.keySet().equals(HEADER) || !TYPE.equals(header.get("typ"))) {
      return null;
    }
    ProofKey key = ProofKey.of(header.get("jwk"));
    return key != null && key.algorithm().equals(header.get("alg")) ? key : null;
  }

  private static @Nullable Claims claims(@Nullable Map<String, @Nullable Object> fields) {
    if (fields == null
        || !(fields.get("jti") instanceof String id)
        || !(fields.get("htm") instanceof String method)
        || !(fields.get("htu") instanceof String target)
        || !(fields.get("ath") instanceof String tokenHash)
        || !(fields.get("iat") instanceof Long issued)) {
      return null;
    }
    String address = normalised(target);
    return address == null || id.isEmpty() || id.length() > MAX_ID
        ? null
        : new Claims(id, method, address, tokenHash, issued);
  }

  private static @Nullable Map<String, @Nullable Object> object(String part) {
    byte[] json = TokenReader.decoded(part);
    return json == null ? null : TokenReader.object(json);
  }

  /**
   * An address with scheme and host in lower case and without the scheme's own port; the path as it
   * is. Null where it is no http address, or has more than these parts.
   */
  static @Nullable String normalised(String address) {
    try {
      URI uri = new URI(address);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      boolean more =
          uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null;
      if (uri.getHost() == null || more || !(scheme.equals("http") || scheme.equals("https"))) {
        return null;
      }
      boolean usual = uri.getPort() < 0 || uri.getPort() == (scheme.equals("https") ? 443 : 80);
      String port = usual ? "" : ":" + uri.getPort();
      return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port + uri.getRawPath();
    } catch (URISyntaxException malformed) {
      return null;
    }
  }
}
