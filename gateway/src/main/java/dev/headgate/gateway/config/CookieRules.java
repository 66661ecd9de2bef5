package dev.headgate.gateway.config;

/**
 * What our cookies say beside their value.
 *
 * @param sameSite from which sites' pages browsers send them
 */
public record CookieRules(SameSite sameSite) {

  /** From which sites' pages a cookie is sent. */
  public enum SameSite {
    LAX,
    STRICT,
    NONE
  }

  /** What is set where nothing is said. */
  public static CookieRules usual() {
    return new CookieRules(SameSite.LAX);
  }
}
