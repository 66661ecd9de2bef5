package dev.headgate.gateway.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code headers}. */
final class HeaderFields {
  private static final FieldType<Duration> STRICT =
      FieldType.duration(Duration.ofSeconds(1), Duration.ofDays(730));

  private HeaderFields() {}

  static HeaderRules read(Fields fields, URI publicOrigin) {
    if (!fields.has("headers")) {
      return HeaderRules.usual();
    }
    Fields headers = fields.object("headers");
    Duration strict = headers.nullable("strictTransport", STRICT);
    if (strict != null && !"https".equals(publicOrigin.getScheme())) {
      headers.wrong("strictTransport", strict.toString(), "null, or a publicOrigin with https");
    }
    HeaderRules rules =
        new HeaderRules(
            strict,
            headers.optional("subdomains", FieldType.yesOrNo(), false),
            headers.list(
                "frameAncestors", List.of(), entry -> string(entry.as(FieldType.origin()))));
    headers.refuseUnknown();
    return rules;
  }

  private static @Nullable String string(@Nullable URI origin) {
    return origin == null ? null : origin.toString();
  }
}
