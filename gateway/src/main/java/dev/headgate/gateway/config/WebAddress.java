package dev.headgate.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An address that a gateway sends something to. */
final class WebAddress {
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[(0*:)*:?0*1\\]");

  private WebAddress() {}

  /** One with http or https, without a user and a fragment; null where a text is none. */
  static @Nullable URI of(String text) {
    try {
      URI uri = new URI(text);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean fits =
          web
              && uri.getHost() != null
              && uri.getPort() <= 65_535
              && uri.getRawUserInfo() == null
              && uri.getRawFragment() == null;
      return fits ? uri : null;
    } catch (URISyntaxException malformed) {
      return null;
    }
  }

  /** Whether nobody between here and there can listen: with https, or on this machine. */
  static boolean isSafe(URI address) {
    return "https".equals(address.getScheme()) || LOOPBACK.matcher(address.getHost()).matches();
  }
}
