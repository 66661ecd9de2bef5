package dev.headgate.gateway.testing;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A collector of traces that takes OTLP by HTTP, and keeps all it is sent. */
public final class Collector {

  /** What each request to it came with. */
  public final List<MultiMap> asked = new CopyOnWriteArrayList<>();

  /** What it was sent, word by word. */
  public final List<ExportTraceServiceRequest> sent = new CopyOnWriteArrayList<>();

  /** The spans it took, in order. */
  public final List<Taken> taken = new CopyOnWriteArrayList<>();

  /** What it answers. */
  public volatile Handler<HttpServerResponse> answer = Collector::thanks;

  private final HttpServer server;

  /** A span, read. */
  public record Taken(Span span, Map<String, String> attributes, Map<String, String> resource) {

    /** Its name. */
    public String name() {
      return span.getName();
    }

    /** Its trace. */
    public String traceId() {
      return hex(span.getTraceId().toByteArray());
    }

    /** Its own id. */
    public String id() {
      return hex(span.getSpanId().toByteArray());
    }

    /** The id of what it is a part of; empty where it is the first. */
    public String parent() {
      return hex(span.getParentSpanId().toByteArray());
    }

    /** The ids of the spans it names. */
    public List<String> links() {
      return span.getLinksList().stream()
          .map(
              link ->
                  hex(link.getTraceId().toByteArray()) + "-" + hex(link.getSpanId().toByteArray()))
          .toList();
    }

    private static String hex(byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
  }

  /** One on a free port. */
  public Collector(Vertx vertx) {
    server = vertx.createHttpServer().requestHandler(this::serve).listen(0, "127.0.0.1").await();
  }

  /** Where it is. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.actualPort() + "/v1/traces";
  }

  private void serve(HttpServerRequest request) {
    asked.add(request.headers());
    request.body().onSuccess(body -> take(request, body));
  }

  private void take(HttpServerRequest request, Buffer body) {
    try {
      ExportTraceServiceRequest read = ExportTraceServiceRequest.parseFrom(body.getBytes());
      sent.add(read);
      read.getResourceSpansList().forEach(this::take);
      answer.handle(request.response());
    } catch (InvalidProtocolBufferException garbage) {
      request.response().setStatusCode(400).end().onFailure(gone -> {});
    }
  }

  private void take(ResourceSpans of) {
    Map<String, String> resource = read(of.getResource().getAttributesList());
    for (ScopeSpans scope : of.getScopeSpansList()) {
      for (Span span : scope.getSpansList()) {
        taken.add(new Taken(span, read(span.getAttributesList()), resource));
      }
    }
  }

  private static Map<String, String> read(List<KeyValue> attributes) {
    Map<String, String> all = new TreeMap<>();
    for (KeyValue one : attributes) {
      all.put(
          one.getKey(),
          one.getValue().hasIntValue()
              ? Long.toString(one.getValue().getIntValue())
              : one.getValue().getStringValue());
    }
    return all;
  }

  /** It takes them. */
  public static void thanks(HttpServerResponse response) {
    response.putHeader("Content-Type", "application/x-protobuf").end().onFailure(gone -> {});
  }

  /** The first that is so, awaited. */
  public Taken await(Predicate<Taken> wanted) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> taken.stream().filter(wanted).findFirst().orElse(null), one -> one != null);
  }
}
