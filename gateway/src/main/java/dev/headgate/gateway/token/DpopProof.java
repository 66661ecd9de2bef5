package dev.headgate.gateway.token;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A proof taken apart, its signature not yet checked.
 *
 * @param key the public key it names
 * @param id its {@code jti}
 * @param method its {@code htm}
 * @param address its {@code htu}, normalised
 * @param issuedSeconds its {@code iat}, in seconds since 1970
 * @param input what the signature is over
 * @param signature in base64url
 */
record DpopProof(
    DpopKey key,
    String id,
    String method,
    String address,
    long issuedSeconds,
    String input,
    String signature) {
  private static final int MAX_LENGTH = 4096;
  private static final int MAX_ID = 128;
  private static final String TYPE = "dpop+jwt";
  // Anything else (jku, x5c, crit, …) asks us to do what we do not.
  private static final Set<String> HEADER = Set.of("typ", "alg", "jwk");

  /** The proof, or null when a text is not exactly of the form of one. */
  static @Nullable DpopProof parse(String text) {
    int headEnd = text.indexOf('.');
    int payloadEnd = text.lastIndexOf('.');
    if (text.length() > MAX_LENGTH || headEnd < 0 || payloadEnd <= headEnd) {
      return null;
    }
    DpopKey key = key(object(text.substring(0, headEnd)));
    Claims claims = object(text.substring(headEnd + 1, payloadEnd));
    String signature = text.substring(payloadEnd + 1);
    if (key == null || claims == null || Base64Url.decode(signature) == null) {
      return null;
    }
    String id = claims.text("jti");
    String method = claims.text("htm");
    String address = normalised(claims.text("htu"));
    long issued = claims.number("iat");
    if (id == null || id.isEmpty() || id.length() > MAX_ID || method == null || address == null) {
      return null;
    }
    String input = text.substring(0, payloadEnd);
    return issued < 0 ? null : new DpopProof(key, id, method, address, issued, input, signature);
  }

  /** The key, which says the algorithm; the header's own word only has to agree. */
  private static @Nullable DpopKey key(@Nullable Claims header) {
    if (header == null || !header.names().equals(HEADER) || !TYPE.equals(header.text("typ"))) {
      return null;
    }
    DpopKey key = DpopKey.of(header.object("jwk"));
    return key != null && key.algorithm().equals(header.text("alg")) ? key : null;
  }

  private static @Nullable Claims object(String part) {
    byte[] json = Base64Url.decode(part);
    return json == null ? null : Claims.parse(json);
  }

  /**
   * An address with scheme and host in lower case and without the scheme's own port; the path as it
   * is. Null where it is no http address, or has more than these parts.
   */
  static @Nullable String normalised(@Nullable String address) {
    try {
      URI uri = new URI(address == null ? "" : address);
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
