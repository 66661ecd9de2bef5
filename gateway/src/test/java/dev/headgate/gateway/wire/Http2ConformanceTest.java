package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Upstream;
import dev.headgate.gateway.forward.Forward;
import dev.headgate.gateway.forward.ForwardParts;
import dev.headgate.gateway.http.Unreadable;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.testing.FakeBackends;
import dev.headgate.gateway.testing.FakeEvents;
import dev.headgate.gateway.testing.FakeQueue;
import dev.headgate.gateway.upstream.Upstreams;
import dev.headgate.gateway.upstream.UpstreamsParts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Http2ConformanceTest {
  private static final String INNOCENT =
      ":method: GET ~ :scheme: http ~ :authority: a.example ~ :path: /events?innocent=";

  @TempDir static Path folder;

  private static Vertx vertx;
  private static Shop shop;
  private static Door door;
  private static List<Row> rows;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
    shop = new Shop(vertx);
    FakeEvents events = new FakeEvents();
    Mint mint = new Mint(vertx, folder.resolve("keys"));
    mint.epoch = events.add("derby").epoch;
    events.add("cup").now = java.time.Instant.now();
    events.add("derby").now = java.time.Instant.now();
    GatewayConfig config = config(shop.port());
    MeterRegistry metrics = new SimpleMeterRegistry();
    ForwardParts parts =
        new ForwardParts(
            vertx,
            config,
            events,
            new FakeQueue(),
            new FakeBackends(),
            Upstreams.over(new UpstreamsParts(vertx, config, metrics, System::nanoTime)),
            mint.keys.placeTickets(),
            mint.keys.admissionTokens(vertx, Site.ORIGIN),
            QueuePage.bundled(),
            metrics,
            InstantSource.system());
    door = new Door(parts);
    assertTrue(!Site.await(vertx.deployVerticle(door)).isEmpty());
    rows = Corpus.rows(mint, "revoked", List.of("h2"));
  }

  private static GatewayConfig config(int shopPort) {
    return new GatewayConfig(
        URI.create(Site.ORIGIN),
        "127.0.0.1",
        0,
        "127.0.0.1",
        0,
        List.of(),
        URI.create("redis://127.0.0.1:1"),
        Path.of("unused"),
        false,
        Path.of("unused"),
        Map.of("shop", Upstream.at(URI.create("http://127.0.0.1:" + shopPort))),
        GatewayConfig.shopRoutes("shop"),
        List.of(),
        List.of(),
        Site.MAX_BODY,
        1,
        Map.of());
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  @Test
  void everyStreamIsAnsweredAsItsTableSaysAndTheShopHearsOnlyWhatIsInOrder() throws IOException {
    assertTrue(rows.size() >= 48, "rows: " + rows.size());
    List<String> wrong = new ArrayList<>();
    for (Row row : rows) {
      shop.heard.clear();
      String fault = fault(row);
      if (!fault.isEmpty()) {
        wrong.add(row + ": " + fault + " " + shop.heard);
      }
    }
    assertTrue(wrong.isEmpty(), () -> wrong.size() + " wrong:\n" + String.join("\n", wrong));
  }

  private static String fault(Row row) throws IOException {
    try (Http2Client client = new Http2Client(door.port)) {
      Http2Client.Reply reply = client.exchange(row.request());
      int status = reply == null ? 0 : reply.status();
      if (status >= 500) {
        return "an error of ours: " + status;
      } else if (status == 0 ? !row.maybeSilent() : !row.statuses().contains(status)) {
        return "expected " + row.statuses() + ", was " + status;
      }
      String next = reply == null ? "" : next(client);
      return next.isEmpty() ? heard(row) : next;
    }
  }

  /** A fault of one stream is that of no other. */
  private static String next(Http2Client client) throws IOException {
    String path = "" + System.nanoTime();
    Http2Client.@Nullable Reply reply = client.exchange(INNOCENT + path);
    if (reply == null || reply.status() == 0) {
      return "";
    }
    boolean right = reply.body().equals("shop GET /events?innocent=" + path);
    return right ? "" : "the next stream was answered " + reply;
  }

  private static String heard(Row row) {
    List<Shop.Heard> others = shop.heard.stream().filter(h -> !Probe.isInnocent(h)).toList();
    if (others.size() != (row.shop() ? 1 : 0)) {
      return "heard by the shop";
    }
    boolean spoofed = others.stream().anyMatch(h -> (h.headers() + "").contains("spoofed"));
    return spoofed ? "the shop was told what only we may say" : "";
  }

  @Test
  void aConnectionOutlivesAllThatIsRefusedOnItsStreams() throws IOException {
    try (Http2Client client = new Http2Client(door.port)) {
      String base = ":method: POST ~ :scheme: http ~ :authority: a.example ~ :path: ";
      for (int i = 0; i < 50; i++) {
        Http2Client.Reply refused = client.exchange(base + "/events/derby/holds");
        assertEquals(401, refused == null ? 0 : refused.status());
        Http2Client.Reply bad = client.exchange(base + "/events/derby//holds");
        assertEquals(400, bad == null ? 0 : bad.status());
      }
      assertEquals("", next(client));
    }
  }

  @Test
  void aPostThatEndsWithItsHeadNeedsNoLength() throws IOException {
    try (Http2Client client = new Http2Client(door.port)) {
      String post = ":method: POST ~ :scheme: http ~ :authority: a.example ~ :path: /holds/x";
      assertEquals(new Http2Client.Reply(200, "shop POST /holds/x"), client.exchange(post));
    }
  }

  /** A listener that speaks HTTP/2 without TLS. */
  private static final class Door extends VerticleBase {
    private final ForwardParts parts;
    private volatile int port;

    Door(ForwardParts parts) {
      this.parts = parts;
    }

    @Override
    public Future<?> start() {
      return vertx
          .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(true))
          .invalidRequestHandler(Unreadable::answer)
          .requestHandler(Forward.over(parts))
          .listen(0, "127.0.0.1")
          .onSuccess(server -> port = server.actualPort());
    }
  }
}
