package dev.headgate.gateway.config;

import dev.headgate.gateway.config.CookieRules.SameSite;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code cookies}. */
final class CookieFields {
  private static final FieldType<SameSite> SAME_SITE =
      FieldType.oneOf(
          Map.of("lax", SameSite.LAX, "strict", SameSite.STRICT, "none", SameSite.NONE));

  // One label is a top-level domain or a bare host: no browser takes a cookie for such a one.
  private static final FieldType<String> DOMAIN =
      FieldType.matching(
          "([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.){1,20}[a-z]([a-z0-9-]{0,61}[a-z0-9])?",
          "a domain of at least two labels in lower case, such as tickets.example");

  private CookieFields() {}

  static CookieRules read(Fields fields, URI publicOrigin) {
    if (!fields.has("cookies")) {
      return CookieRules.usual();
    }
    Fields cookies = fields.object("cookies");
    SameSite sameSite = cookies.optional("sameSite", SAME_SITE, SameSite.LAX);
    if (sameSite == SameSite.NONE && !"https".equals(publicOrigin.getScheme())) {
      // Browsers drop a cookie that says None and not Secure.
      cookies.wrong("sameSite", "none", "lax or strict, or a publicOrigin with https");
    }
    String domain = cookies.nullable("domain", DOMAIN);
    if (domain != null && !covers(domain, publicOrigin)) {
      cookies.wrong("domain", domain, "the host of publicOrigin, or a parent of it");
    }
    cookies.refuseUnknown();
    return new CookieRules(sameSite, domain);
  }

  private static boolean covers(String domain, URI publicOrigin) {
    @Nullable String host = publicOrigin.getHost();
    String lower = host == null ? "" : host.toLowerCase(Locale.ROOT);
    return lower.equals(domain) || lower.endsWith("." + domain);
  }
}
