package dev.headgate.gateway.config;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code upstreams}. */
final class UpstreamFields {
  private static final Upstream SHOP =
      new Upstream(
          URI.create("http://127.0.0.1:8081"), URI.create("http://127.0.0.1:8082/internal/load"));
  private static final FieldType<URI> ADDRESS =
      new FieldType<>(
          "an address such as http://127.0.0.1:8082/internal/load",
          value -> value instanceof String text ? address(text) : null);

  private UpstreamFields() {}

  static Map<String, Upstream> read(Fields fields) {
    return fields.map("upstreams", Map.of("shop", SHOP), UpstreamFields::upstream);
  }

  private static @Nullable Upstream upstream(Fields.Entry entry) {
    if (GatewayConfigFile.NAME.parse().parse(entry.key()) == null) {
      entry.wrong("under " + GatewayConfigFile.NAME.expected());
      return null;
    }
    if (entry.value() instanceof JsonObject) {
      Fields upstream = entry.object();
      URI url = upstream.required("url", FieldType.origin(), SHOP.origins().get(0));
      URI load = upstream.nullable("load", ADDRESS);
      upstream.refuseUnknown();
      return new Upstream(url, load);
    }
    URI origin = entry.as(FieldType.origin());
    return origin == null ? null : Upstream.at(origin);
  }

  /** An address that is asked as it stands; whoever needs a password there must not be asked. */
  private static @Nullable URI address(String text) {
    try {
      URI uri = new URI(text);
      boolean fits =
          ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
              && uri.getHost() != null
              && uri.getPort() <= 65_535
              && uri.getRawUserInfo() == null
              && uri.getRawFragment() == null;
      return fits ? uri : null;
    } catch (URISyntaxException malformed) {
      return null;
    }
  }
}
