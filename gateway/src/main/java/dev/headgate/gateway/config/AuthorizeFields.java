package dev.headgate.gateway.config;

import dev.headgate.gateway.config.Authorize.Source;
import java.util.Map;

/** Reads {@code authorize}. */
final class AuthorizeFields {
  private static final FieldType<Source> SOURCE =
      FieldType.oneOf(
          Map.of("nginx", Source.NGINX, "forwarded", Source.FORWARDED, "envoy", Source.ENVOY));

  private AuthorizeFields() {}

  static Authorize read(Fields fields) {
    if (!fields.has("authorize")) {
      return new Authorize(Source.NGINX);
    }
    Fields authorize = fields.object("authorize");
    Authorize read = new Authorize(authorize.optional("source", SOURCE, Source.NGINX));
    authorize.refuseUnknown();
    return read;
  }
}
