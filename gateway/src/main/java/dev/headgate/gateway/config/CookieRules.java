package dev.headgate.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * What our cookies say beside their value. They are always {@code HttpOnly}, for every path, and
 * {@code Secure} where the public origin is {@code https}.
 *
 * @param sameSite from which sites' pages browsers send them
 * @param domain the domain all of whose hosts get them; null means the host of the public origin
 *     alone
 */
public record CookieRules(SameSite sameSite, @Nullable String domain) {

  /** From which sites' pages a cookie is sent. */
  public enum SameSite {
    LAX,
    STRICT,
    NONE
  }

  /** What is set where nothing is said. */
  public static CookieRules usual() {
    return new CookieRules(SameSite.LAX, null);
  }
}
