package dev.headgate.booking.http;

import dev.headgate.booking.http.Routes.Variables;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.zip.CRC32;

/** The page's own files, read once. */
final class Assets {
  private record Asset(String type, Buffer body, String etag) {}

  private final Map<String, Asset> assets =
      Map.of(
          "seats.css", asset("seats.css", "text/css; charset=utf-8"),
          "seats.js", asset("seats.js", "text/javascript; charset=utf-8"));

  private static Asset asset(String name, String type) {
    byte[] bytes = Pages.resource(name);
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return new Asset(type, Buffer.buffer(bytes), "\"" + Long.toHexString(sum.getValue()) + "\"");
  }

  void send(Exchange exchange, Variables path) {
    Asset asset = assets.get(path.first());
    if (asset == null) {
      exchange.problem(Problem.notFound());
      return;
    }
    exchange.set("Cache-Control", "public, max-age=60").set("ETag", asset.etag());
    if (Accepts.matches(exchange.header("If-None-Match"), asset.etag())) {
      exchange.empty(304);
    } else {
      exchange.end(200, asset.type(), asset.body());
    }
  }
}
