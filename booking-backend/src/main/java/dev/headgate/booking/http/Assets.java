package dev.headgate.booking.http;

import dev.headgate.booking.http.Routes.Variables;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;

/** The pages' own files, read and compressed once. */
final class Assets {
  private record Asset(String type, Buffer body, Buffer gzip, String etag) {}

  private static final List<String> FILES =
      List.of(
          "seats.css",
          "map.css",
          "buy.css",
          "words.js",
          "language.js",
          "clock.js",
          "shop.js",
          "proof.js",
          "unlock.js",
          "plan.js",
          "layout.js",
          "gestures.js",
          "seatmap.js",
          "seatlist.js",
          "basket.js",
          "feed.js",
          "seats.js",
          "pay.js",
          "order.js");

  private final Map<String, Asset> assets = new HashMap<>();

  Assets() {
    FILES.forEach(name -> assets.put(name, asset(name, Pages.resource(name))));
    for (Words words : Languages.all()) {
      String name = "words-" + words.language() + ".js";
      assets.put(name, asset(name, words.module()));
    }
  }

  private static Asset asset(String name, byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return new Asset(
        name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
        Buffer.buffer(bytes),
        Buffer.buffer(compressed(bytes)),
        // Weak: the same tag for both forms.
        "W/\"" + Long.toHexString(sum.getValue()) + "\"");
  }

  private static byte[] compressed(byte[] bytes) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream(bytes.length);
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return compressed.toByteArray();
  }

  void send(Exchange exchange, Variables path) {
    Asset asset = assets.get(path.first());
    if (asset == null) {
      exchange.problem(Problem.notFound());
      return;
    }
    exchange
        .set("Cache-Control", "public, max-age=60")
        .set("ETag", asset.etag())
        .set("Vary", "Accept-Encoding");
    if (Accepts.matches(exchange.header("If-None-Match"), asset.etag())) {
      exchange.empty(304);
    } else if (Accepts.gzip(exchange.header("Accept-Encoding"))) {
      exchange.set("Content-Encoding", "gzip").end(200, asset.type(), asset.gzip());
    } else {
      exchange.end(200, asset.type(), asset.body());
    }
  }
}
