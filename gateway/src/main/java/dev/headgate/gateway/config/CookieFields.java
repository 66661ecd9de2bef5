package dev.headgate.gateway.config;

import dev.headgate.gateway.config.CookieRules.SameSite;
import java.util.Map;

/** Reads {@code cookies}. */
final class CookieFields {
  private static final FieldType<SameSite> SAME_SITE =
      FieldType.oneOf(
          Map.of("lax", SameSite.LAX, "strict", SameSite.STRICT, "none", SameSite.NONE));

  private CookieFields() {}

  static CookieRules read(Fields fields) {
    if (!fields.has("cookies")) {
      return CookieRules.usual();
    }
    Fields cookies = fields.object("cookies");
    CookieRules rules = new CookieRules(cookies.optional("sameSite", SAME_SITE, SameSite.LAX));
    cookies.refuseUnknown();
    return rules;
  }
}
