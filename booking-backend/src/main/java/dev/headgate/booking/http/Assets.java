package dev.headgate.booking.http;

import dev.headgate.booking.http.Routes.Variables;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.zip.CRC32;

/** The pages' own files, read once. */
final class Assets {
  private record Asset(String type, Buffer body, String etag) {}

  private static final String CSS = "text/css; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private final Map<String, Asset> assets =
      Map.of(
          "seats.css", asset("seats.css", CSS),
          "buy.css", asset("buy.css", CSS),
          "seats.js", asset("seats.js", SCRIPT),
          "proof.js", asset("proof.js", SCRIPT),
          "unlock.js", asset("unlock.js", SCRIPT),
          "pay.js", asset("pay.js", SCRIPT),
          "order.js", asset("order.js", SCRIPT));

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
