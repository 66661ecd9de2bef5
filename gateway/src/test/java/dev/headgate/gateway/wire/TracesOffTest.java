package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tracing costs a gateway that does not trace. */
class TracesOffTest {
  private static final String THEIRS =
      "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final int TIMES = 20_000;

  @TempDir Path folder = Path.of(".");

  /** A process of its own: joins, is let in, forwards and operates. */
  static final class Sale {
    private Sale() {}

    /** Takes a folder. */
    public static void main(String[] args) throws IOException {
      try (Site site = new Site(Path.of(args[0]))) {
        Site.Fan fan = site.fan("derby");
        String request =
            RawClient.request("GET", "/events/derby/x", fan.cookies(), THEIRS, "tracestate: a=1");
        assertEquals(200, site.exchange(request).status());
        Shop.Heard heard =
            site.shop.heard.stream()
                .filter(one -> one.uri().equals("/events/derby/x"))
                .findFirst()
                .orElseThrow();
        String pause =
            RawClient.request(
                "POST",
                "/api/events/derby/pause",
                "Authorization: Bearer " + Mint.OPERATOR,
                "Content-Length: 0");
        assertEquals(200, RawClient.exchange(site.gateway.operatorPort(), pause).status());
        System.out.println(
            "told " + heard.header("traceparent") + " " + heard.header("tracestate"));
      }
      System.exit(0);
    }
  }

  @Test
  void noClassOfTheLibraryIsLoadedAndWhatAFanSaysOfTracesGoesToTheShop() throws Exception {
    Path loaded = folder.resolve("loaded.txt");
    Path out = folder.resolve("out.txt");
    Process sale =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + loaded,
                "-ea",
                "-cp",
                System.getProperty("java.class.path"),
                Sale.class.getName(),
                folder.resolve("site").toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try (OutputStream nothing = sale.getOutputStream()) {
      nothing.flush();
    }
    assertTrue(sale.waitFor(2, TimeUnit.MINUTES), "it ends");
    String said = Files.readString(out);
    assertEquals(0, sale.exitValue(), said);
    assertTrue(said.contains("told " + THEIRS.substring("traceparent: ".length()) + " a=1"), said);
    List<String> classes = Files.readAllLines(loaded, StandardCharsets.UTF_8);
    assertTrue(
        classes.stream().anyMatch(line -> line.contains("gateway.trace.Spans ")), "it was looked");
    assertEquals(
        List.of(),
        classes.stream()
            .filter(line -> line.contains("io.opentelemetry") || line.contains("trace.Otel"))
            .toList());
  }

  @Test
  void whatIsSaidOfARequestMakesNoObject() throws Exception {
    Vertx vertx = Vertx.vertx();
    CompletableFuture<Long> bytes = new CompletableFuture<>();
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  try {
                    say(request);
                    bytes.complete(allocatedBy(request));
                  } catch (RuntimeException failure) {
                    bytes.completeExceptionally(failure);
                  }
                  request.response().end().onFailure(gone -> {});
                })
            .listen(0, "127.0.0.1")
            .await();
    HttpClient client = vertx.createHttpClient();
    try {
      int status =
          client
              .request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/")
              .compose(request -> request.send())
              .await()
              .statusCode();
      assertEquals(200, status);
      // A byte a time would be more than what the measuring itself costs.
      assertTrue(bytes.get() < TIMES, bytes.get() + " bytes");
    } finally {
      vertx.close().await();
    }
  }

  private static long allocatedBy(HttpServerRequest request) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < TIMES; i++) {
      say(request);
    }
    return threads.getThreadAllocatedBytes(thread) - before;
  }

  private static void say(HttpServerRequest request) {
    Span span = Spans.of(request);
    span.route("/events/{event}/**");
    span.event("derby");
    Span way = span.toUpstream("shop", "GET");
    way.tried("127.0.0.1", 1, 1);
    way.writeTo(request.headers());
    way.answered(200);
    way.end();
    Span call = Spans.current().toStore("CLAIM");
    assert !call.recorded();
  }
}
