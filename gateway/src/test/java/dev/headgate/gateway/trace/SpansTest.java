package dev.headgate.gateway.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Traces;
import dev.headgate.gateway.testing.Collector;
import dev.headgate.gateway.testing.Collector.Taken;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.proto.trace.v1.Status.StatusCode;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a request's span lasts, and what is within it. */
class SpansTest {
  private final Vertx others = Vertx.vertx();
  private final Collector collector = new Collector(others);
  private final Tracing tracing =
      Tracing.open(
          new TracingParts(
              new Traces(
                  URI.create(collector.endpoint()),
                  List.of(),
                  1,
                  Traces.Parent.LINK,
                  "tickets",
                  Map.of()),
              URI.create("http://127.0.0.1"),
              URI.create("http://127.0.0.1"),
              "one",
              new SimpleMeterRegistry(),
              new TracingParts.Timing(Duration.ofMillis(20), Duration.ofSeconds(5), 100)));
  private final Vertx vertx = tracing.traced(Vertx.builder()).build();

  @AfterEach
  void stop() {
    vertx.close().await();
    boolean sent = tracing.close(Duration.ofSeconds(3)).map(true).await();
    assertTrue(sent, "it ends");
    others.close().await();
  }

  private int serve(Handler<HttpServerRequest> handler) {
    return vertx
        .createHttpServer()
        .requestHandler(handler)
        .listen(0, "127.0.0.1")
        .await()
        .actualPort();
  }

  private HttpClientRequest request(HttpVersion version, int port) {
    HttpClient client =
        others.createHttpClient(new HttpClientOptions().setProtocolVersion(version));
    return client.request(HttpMethod.GET, port, "127.0.0.1", "/").await();
  }

  @Test
  void aRequestIsOneSpanInWhateverVersionItComes() {
    int port = serve(request -> request.response().setStatusCode(204).end().onFailure(gone -> {}));
    for (HttpVersion version : List.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)) {
      assertEquals(204, request(version, port).send().await().statusCode());
    }
    assertTrue(collector.await(one -> collector.taken.size() == 2).parent().isEmpty(), "a trace");
    collector.taken.forEach(
        one -> assertEquals("204", one.attributes().get("http.response.status_code")));
    assertEquals(2, collector.taken.size());
  }

  @Test
  void whoeverGoesAwayEndsTheSpanAndThatIsNoFailure() throws InterruptedException {
    for (HttpVersion version : List.of(HttpVersion.HTTP_1_1, HttpVersion.HTTP_2)) {
      CountDownLatch come = new CountDownLatch(1);
      int port = serve(request -> come.countDown());
      int before = collector.taken.size();
      HttpClientRequest request = request(version, port);
      request.send().onFailure(gone -> {});
      assertTrue(come.await(60, TimeUnit.SECONDS), "it has come");
      request.connection().close().await();
      Taken left = collector.await(one -> collector.taken.size() > before);
      assertEquals(StatusCode.STATUS_CODE_UNSET, left.span().getStatus().getCode());
      assertTrue(left.attributes().containsKey("error.type"), "why it ended");
    }
  }

  @Test
  void whatGoesOnAfterARequestIsNoPartOfIt() throws Exception {
    CompletableFuture<Boolean> during = new CompletableFuture<>();
    CompletableFuture<Boolean> after = new CompletableFuture<>();
    int port =
        serve(
            request -> {
              during.complete(Spans.current().recorded());
              request
                  .response()
                  .end()
                  .onComplete(
                      done ->
                          vertx.setTimer(1, timer -> after.complete(Spans.current().recorded())));
            });
    assertEquals(200, request(HttpVersion.HTTP_1_1, port).send().await().statusCode());
    assertTrue(during.get(60, TimeUnit.SECONDS), "within it");
    assertFalse(after.get(60, TimeUnit.SECONDS), "after it");
  }

  @Test
  void whatIsDoneForSeveralIsAPartOfOneAndNamesTheOthers() {
    int port =
        serve(
            request -> {
              Span first = Spans.of(request);
              Span second = Spans.rare("tick");
              Span call =
                  Spans.together(
                      List.of(Spans.NONE, first, second),
                      span -> span,
                      () -> Spans.current().toStore("JOIN"));
              call.end();
              second.end();
              request.response().end().onFailure(gone -> {});
            });
    assertEquals(200, request(HttpVersion.HTTP_1_1, port).send().await().statusCode());
    Taken asked = collector.await(one -> one.name().equals("GET"));
    Taken other = collector.await(one -> one.name().equals("tick"));
    Taken call = collector.await(one -> one.name().equals("EVALSHA join"));
    assertEquals(asked.id(), call.parent());
    assertEquals(List.of(other.traceId() + "-" + other.id()), call.links());
    assertEquals("2", call.attributes().get("db.operation.batch.size"));
  }
}
