package dev.headgate.gateway.operator;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** All that may be asked of the gateway and the shop, as OpenAPI 3.1: openapi.yaml in JSON. */
final class ApiDocument {
  private static final int ETAG_BYTES = 12;

  /** Every event loop has routes of its own; the document is read for the first of them alone. */
  private static final class Shipped {
    private static final ApiDocument DOCUMENT = new ApiDocument(read());
  }

  private final Buffer json;
  private final String etag;

  private ApiDocument(JsonObject document) {
    this.json = withHeads(document).toBuffer();
    this.etag = "\"" + HexFormat.of().formatHex(sha256(json), 0, ETAG_BYTES) + "\"";
  }

  /** The document. The first call reads it, which takes some tenths of a second. */
  static ApiDocument shipped() {
    return Shipped.DOCUMENT;
  }

  /** Answers with it, or that it is what the client has. */
  Future<Void> send(HttpServerRequest request) {
    HttpServerResponse response =
        request
            .response()
            .putHeader(HttpHeaders.ETAG, etag)
            .putHeader(HttpHeaders.CACHE_CONTROL, "public, max-age=60");
    return isKnown(request)
        ? response.setStatusCode(304).end().otherwiseEmpty()
        : response
            .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
            .end(json)
            .otherwiseEmpty();
  }

  private boolean isKnown(HttpServerRequest request) {
    return request.headers().getAll(HttpHeaders.IF_NONE_MATCH).stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .map(tag -> tag.trim().replaceFirst("^W/", ""))
        .anyMatch(tag -> tag.equals("*") || tag.equals(etag));
  }

  /** HEAD answers as GET does, so the file does not say it twice. */
  private static JsonObject withHeads(JsonObject document) {
    JsonObject paths = document.getJsonObject("paths");
    for (String path : paths.fieldNames()) {
      JsonObject get = paths.getJsonObject(path).getJsonObject("get");
      if (get != null && !paths.getJsonObject(path).containsKey("head")) {
        JsonObject head = get.copy().put("operationId", get.getString("operationId") + "Head");
        paths.getJsonObject(path).put("head", head);
      }
    }
    return document;
  }

  private static JsonObject read() {
    try (InputStream yaml = ApiDocument.class.getResourceAsStream("openapi.yaml")) {
      if (yaml == null) {
        throw new IllegalStateException("openapi.yaml is not beside the program");
      }
      return new JsonObject(
          Json.encode(new Load(LoadSettings.builder().build()).loadFromInputStream(yaml)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static byte[] sha256(Buffer bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes.getBytes());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
