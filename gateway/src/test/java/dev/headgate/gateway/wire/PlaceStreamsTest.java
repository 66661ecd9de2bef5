package dev.headgate.gateway.wire;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.testing.EventReader;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of a whole gateway on a real store: what operators and other devices do reaches them. */
class PlaceStreamsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String OPERATOR = "Authorization: Bearer " + Mint.OPERATOR;

  @TempDir Path folder;
  private Site site;
  private boolean stopped;
  private final List<EventReader> readers = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    site = new Site(folder);
    operate("PUT", "gala", settings());
  }

  @AfterEach
  void close() {
    readers.forEach(EventReader::close);
    if (!stopped) {
      site.close();
    }
  }

  private static String settings() {
    return new JsonObject()
        .put("title", "Gala")
        .put("start", "manual")
        .put(
            "dials",
            new JsonObject()
                .put("newUsersPerMinute", 600)
                .put("totalActiveUsers", 5_000)
                .put("turnWindow", "PT5M"))
        .encode();
  }

  @CanIgnoreReturnValue
  private RawClient.Reply operate(String method, String path, String body) throws IOException {
    String request =
        RawClient.request(
            method,
            "/api/events/" + path,
            OPERATOR,
            "Content-Type: application/json",
            "Content-Length: " + body.length());
    RawClient.Reply reply = RawClient.exchange(site.gateway.operatorPort(), request + body);
    assertEquals(2, reply.status() / 100, reply::body);
    return reply;
  }

  private String joins(String event) throws IOException {
    return new JsonObject(site.join(event).body()).getString("ticket");
  }

  private EventReader follow(String event, String ticket) {
    String path = "/queue/" + event + "/places/me/events";
    EventReader reader = EventReader.of(site.port(), path, "Headgate-Place", ticket);
    readers.add(reader);
    return reader;
  }

  private String metrics() throws IOException {
    return RawClient.exchange(site.gateway.operatorPort(), RawClient.request("GET", "/metrics"))
        .body();
  }

  @Test
  void whatOperatorsDoReachesWhoWaitsAndWhoIsCalled() throws IOException {
    EventReader reader = follow("gala", joins("gala"));
    JsonObject first = reader.first();
    assertEquals("waiting waiting", first.getString("phase") + " " + first.getString("state"));
    operate("PUT", "gala/message", "{\"text\":\"Soon\",\"lang\":\"en\"}");
    reader.until(place -> place.getJsonObject("message") != null);
    operate("POST", "gala/pause", "{\"reason\":\"rain\"}");
    operate("POST", "gala/draw", "{}");
    reader.until(place -> place.getString("phase").equals("paused"));
    operate("POST", "gala/resume", "{}");
    reader.until(place -> place.getString("state").equals("called"));
    assertTrue(metrics().contains("headgate_place_streams 1.0"), "one is counted");
  }

  @Test
  void aTurnThatNobodyTakesEndsTheStream() throws IOException {
    operate("PATCH", "gala/dials", "{\"turnWindow\":\"PT10S\"}");
    EventReader reader = follow("gala", joins("gala"));
    reader.first();
    operate("POST", "gala/draw", "{}");
    reader.until(place -> place.getString("state").equals("over"));
    reader.awaitEnd();
  }

  @Test
  void whoGoesInOnAnotherDeviceIsToldOnThisOne() throws IOException {
    String ticket = joins("derby");
    EventReader reader = follow("derby", ticket);
    String claim =
        RawClient.request(
            "POST", "/queue/derby/admissions", "Headgate-Place: " + ticket, "Content-Length: 0");
    await().atMost(PATIENCE).until(() -> site.exchange(claim).status() / 100 == 2);
    reader.until(place -> place.getString("state").equals("admitted"));
    assertFalse(reader.hasEnded(), "until the session is over");
  }

  @Test
  void aResetAndAnEndReachEveryStream() throws IOException {
    EventReader reset = follow("gala", joins("gala"));
    reset.first();
    operate("POST", "gala/reset", "{\"confirm\":\"gala\"}");
    assertEquals("urn:headgate:problem:queue-reset", reset.gone().getString("type"));
    EventReader ended = follow("gala", joins("gala"));
    ended.first();
    operate("POST", "gala/close", "{}");
    ended.until(place -> place.getString("phase").equals("ended"));
    ended.awaitEnd();
  }

  @Test
  void fansWhoOnlyFollowCountAsPresent() throws IOException {
    List<EventReader> fans = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      fans.add(follow("gala", joins("gala")));
    }
    fans.forEach(EventReader::first);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                new JsonObject(site.exchange(RawClient.request("GET", "/queue/gala/status")).body())
                    .getInteger("present"),
            present -> present >= 10 && present <= 30);
  }

  @Test
  void aStoreThatIsAwayEndsNoStreamAndPlacesAreToldAgainOnceItIsBack() throws Exception {
    String ticket = joins("gala");
    EventReader reader = follow("gala", ticket);
    reader.first();
    int port = site.redis.port();
    redis(port, "CLIENT PAUSE 4000 ALL");
    redis(port, "FLUSHALL");
    operateOnceItIsBack();
    JsonObject told = reader.until(place -> place.getJsonObject("message") != null);
    assertEquals(0, told.getInteger("arrival"), "the place that it was");
    assertFalse(reader.hasEnded());
  }

  private void operateOnceItIsBack() {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              operate("PUT", "gala/message", "{\"text\":\"Back\",\"lang\":\"en\"}");
              return true;
            });
  }

  private static void redis(int port, String command) throws IOException {
    try (SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
      channel.write(ByteBuffer.wrap((command + "\r\n").getBytes(StandardCharsets.US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(64);
      assertTrue(channel.read(answer) > 0);
    }
  }

  @Test
  void aGatewayThatStopsEndsItsStreamsProperly() throws IOException {
    EventReader reader = follow("gala", joins("gala"));
    reader.first();
    stopped = true;
    site.close();
    reader.awaitEnd();
    assertFalse(reader.isBroken(), "ended, not cut off");
  }

  @Tag("soak")
  @Test
  void fiveThousandStreamsCostLittleHeapBesideTheirConnections() throws IOException {
    int fans = 5_000;
    long polled = heapOfEach(fans, "");
    long streamed = heapOfEach(fans, "/events");
    System.out.println(
        "MEASURED: heap of "
            + fans
            + " connections: polls "
            + polled
            + " bytes each, streams "
            + streamed);
    assertTrue(streamed - polled < 8_192, streamed + " bytes each, polls " + polled);
    await().atMost(PATIENCE).until(() -> metrics().contains("headgate_place_streams 0.0"));
  }

  private long heapOfEach(int fans, String path) throws IOException {
    List<SocketChannel> channels = new ArrayList<>(fans);
    channels.add(answered(path)); // What is loaded once is not what each costs.
    long before = usedHeap();
    for (int i = 1; i < fans; i++) {
      channels.add(answered(path));
    }
    long each = (usedHeap() - before) / fans;
    for (SocketChannel channel : channels) {
      channel.close();
    }
    return each;
  }

  /** A connection that has sent what a browser would, has been told a place, and stays. */
  private SocketChannel answered(String path) throws IOException {
    String request =
        RawClient.request(
            "GET",
            "/queue/gala/places/me" + path,
            "Cookie: hg_place_gala=" + joins("gala"),
            "Accept: text/event-stream",
            "Accept-Encoding: gzip, deflate, br",
            "Accept-Language: en-GB,en;q=0.9,de;q=0.8",
            "Sec-Fetch-Dest: empty",
            "Sec-Fetch-Mode: cors",
            "Sec-Fetch-Site: same-origin",
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)");
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), site.port()));
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    assertTrue(channel.read(ByteBuffer.allocate(2_048)) > 0);
    return channel;
  }

  private static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
