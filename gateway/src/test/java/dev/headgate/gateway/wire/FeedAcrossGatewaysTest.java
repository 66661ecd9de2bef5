package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.Gateway;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The feed as it is read over HTTP from either of two gateways, while both are changing things. */
class FeedAcrossGatewaysTest {
  private static final int WORKERS = 4;
  private static final int CHANGES_EACH = 40;
  private static final String OPERATOR = "Authorization: Bearer " + Mint.OPERATOR;
  private static final String STREAM = "Accept: text/event-stream";

  @TempDir static Path folder = Path.of(".");

  private static GatewayPair gateways;

  @BeforeAll
  static void start() throws IOException {
    gateways =
        new GatewayPair(
            folder,
            """
            derby:
              title: Derby
              start: 2126-12-01T10:00:00Z
              dials: {newUsersPerMinute: 60, totalActiveUsers: 9}
            """);
  }

  @AfterAll
  static void stop() {
    gateways.close();
  }

  private static int port(int gateway) {
    return gateways.operatorPort(gateway);
  }

  private static RawClient.Reply exchange(int gateway, String path, String... headers)
      throws IOException {
    return RawClient.exchange(port(gateway), RawClient.request("GET", path, headers));
  }

  /** Turns a dial to a value of its own; whether that was done. */
  private static boolean turn(int gateway, int value) throws IOException {
    String body = "{\"totalActiveUsers\":" + value + "}";
    String request =
        RawClient.request(
            "PATCH",
            "/api/events/derby/dials",
            OPERATOR,
            "Content-Type: application/json",
            "Content-Length: " + body.length());
    int status = RawClient.exchange(port(gateway), request + body).status();
    // Who lost the race again and again is told so, and has changed nothing.
    assertTrue(status == 200 || status == 412, () -> "answered " + status);
    return status == 200;
  }

  private static JsonObject page(int gateway, String query) {
    // A gateway whose store is slow to answer says so, and is asked again.
    RawClient.Reply reply =
        Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> exchange(gateway, "/api/events/derby/feed?" + query, OPERATOR),
                answer -> answer.status() != 503);
    assertEquals(200, reply.status(), reply::body);
    return new JsonObject(reply.body());
  }

  private static List<JsonObject> entries(JsonObject page) {
    return page.getJsonArray("entries").stream().map(entry -> (JsonObject) entry).toList();
  }

  private static List<String> ids(List<JsonObject> entries) {
    return entries.stream().map(entry -> entry.getString("id")).toList();
  }

  private static String newest() {
    List<JsonObject> all = entries(page(0, "limit=1000"));
    return all.get(all.size() - 1).getString("id");
  }

  /** Reads small pages, of either gateway by turns, until what happens is over. */
  private static List<JsonObject> readPages(String after, AtomicBoolean over) throws IOException {
    List<JsonObject> read = new ArrayList<>();
    String last = after;
    for (int turn = 0; ; turn++) {
      boolean wasOver = over.get();
      JsonObject page = page(turn, "limit=7&after=" + last);
      read.addAll(entries(page));
      last = read.isEmpty() ? after : read.get(read.size() - 1).getString("id");
      if (wasOver && page.getString("next") == null) {
        return read;
      }
    }
  }

  /** Listens; the connection breaks every few entries, and the other gateway goes on. */
  private static List<JsonObject> listen(String after, String lastWanted) throws IOException {
    List<JsonObject> read = new ArrayList<>();
    String last = after;
    for (int turn = 0; last.compareTo(lastWanted) < 0; turn++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(turn))) {
        BufferedReader lines = open(socket, "Last-Event-ID: " + last);
        for (int i = 0; i < 23 && last.compareTo(lastWanted) < 0; i++) {
          read.add(next(lines));
          last = read.get(read.size() - 1).getString("id");
        }
      }
    }
    return read;
  }

  private static byte[] asking(String header) {
    return RawClient.request("GET", "/api/events/derby/feed", OPERATOR, STREAM, header)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static BufferedReader open(Socket socket, String header) throws IOException {
    socket.setSoTimeout(60_000);
    socket.getOutputStream().write(asking(header));
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  private static JsonObject next(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data: ")) {
        return new JsonObject(line.substring("data: ".length()));
      }
    }
    throw new IOException("the stream ended");
  }

  @Test
  void whatBothGatewaysChangeAtOnceIsThereOnceAndInOneOrderForWhoeverReadsItFromEither()
      throws Exception {
    String before = newest();
    Set<Integer> made = new HashSet<>();
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS + 1);
    try {
      ConcurrentLinkedQueue<Integer> done = new ConcurrentLinkedQueue<>();
      List<Future<Void>> workers = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        workers.add(threads.submit(worker(i, done)));
      }
      Future<List<JsonObject>> pages = threads.submit(() -> readPages(before, over));
      for (Future<Void> worker : workers) {
        worker.get(120, TimeUnit.SECONDS);
      }
      over.set(true);
      made.addAll(done);
      List<JsonObject> all = entries(page(1, "limit=1000&after=" + before));
      assertEachOnceInOrder(made, all);
      assertEquals(all, pages.get(60, TimeUnit.SECONDS), "by pages, while it went on");
      assertEquals(all, listen(before, all.get(all.size() - 1).getString("id")), "as a stream");
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
  }

  private static Callable<Void> worker(int number, ConcurrentLinkedQueue<Integer> done) {
    return () -> {
      for (int i = 0; i < CHANGES_EACH; i++) {
        int value = (number + 1) * 1_000 + i;
        if (turn(number, value)) {
          done.add(value);
        }
      }
      return null;
    };
  }

  /** Each change begins with what the one before it left: the feed's order is the order of them. */
  private static void assertEachOnceInOrder(Set<Integer> made, List<JsonObject> all) {
    assertTrue(made.size() > WORKERS * CHANGES_EACH / 2, () -> made.size() + " were made");
    assertEquals(
        List.copyOf(new TreeSet<>(ids(all))), ids(all), "ids rise, and none is there twice");
    List<Integer> to = new ArrayList<>();
    for (JsonObject entry : all) {
      assertEquals("dials-changed", entry.getString("type"));
      JsonObject data = entry.getJsonObject("data");
      if (!to.isEmpty()) {
        assertEquals(
            to.get(to.size() - 1), data.getJsonObject("from").getInteger("totalActiveUsers"));
      }
      to.add(data.getJsonObject("to").getInteger("totalActiveUsers"));
    }
    assertEquals(made, new HashSet<>(to));
    assertEquals(made.size(), to.size());
  }

  @Test
  void aStreamWhoseGatewayDiesGoesOnAtTheOtherWithNothingLostAndNothingTwice() throws Exception {
    Gateway dying = gateways.another(2);
    List<JsonObject> heard = new ArrayList<>();
    String before = newest();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), dying.operatorPort())) {
      BufferedReader lines = open(socket, "Last-Event-ID: " + before);
      assertTrue(turn(1, 101));
      heard.add(next(lines));
      Site.await(dying.stop());
    }
    assertTrue(turn(1, 102));
    assertTrue(turn(0, 103));
    String last = newest();
    heard.addAll(listen(heard.get(0).getString("id"), last));
    assertEquals(entries(page(1, "limit=1000&after=" + before)), heard);
    assertEquals(3, heard.size());
  }

  @Test
  void anIdOlderThanWhatIsKeptOrAheadOfTheStoreBeginsWithTheOldest() throws Exception {
    List<JsonObject> all = entries(page(0, "limit=1000"));
    String ahead = "9999999999999-999999";
    for (String id : List.of("0000000000000-000000", "0000000000001-000007", ahead)) {
      JsonObject page = page(1, "limit=1000&after=" + id);
      assertEquals(ids(all), ids(entries(page)), id);
      assertEquals(id.equals(ahead), page.getBoolean("missed"), id);
      assertEquals(
          id.equals(ahead) ? new JsonObject().put("after", id) : all.get(0), first(id), id);
    }
    // The feeds of one event and of all have the same ids.
    String first = all.get(0).getString("id");
    RawClient.Reply rest = exchange(0, "/api/feed?after=" + first, OPERATOR);
    assertTrue(
        ids(entries(new JsonObject(rest.body()))).containsAll(ids(all).subList(1, all.size())));
  }

  /** What a stream gives first behind an id: an entry, or word that some were missed. */
  private static JsonObject first(String id) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(1))) {
      return next(open(socket, "Last-Event-ID: " + id));
    }
  }

  @Test
  void whatIsNoIdIsRefusedByNameAndOpensNoStream() throws Exception {
    for (String id : List.of("1", "abc", "1796060500000-0", "-1", "1796060500000_000000", "%20")) {
      RawClient.Reply page = exchange(0, "/api/feed?after=" + id, OPERATOR);
      assertEquals("400 invalid-settings", page.status() + " " + page.problem(), id);
      RawClient.Reply stream =
          exchange(1, "/api/events/derby/feed", OPERATOR, STREAM, "Last-Event-ID: " + id);
      assertEquals("400 invalid-settings", stream.status() + " " + stream.problem(), id);
      assertTrue(stream.body().contains("\"field\":\"Last-Event-ID\""), stream::body);
    }
  }

  @Test
  void manyWhoReadNothingHoldUpNobodyElse() throws Exception {
    List<Socket> asleep = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(0)), 10_000);
        asleep.add(socket);
        socket.getOutputStream().write(asking("Last-Event-ID: 0000000000000-000000"));
      }
      String before = newest();
      for (int i = 0; i < 40; i++) {
        assertTrue(turn(1, 500 + i));
      }
      String last = newest();
      assertEquals(40, listen(before, last).size());
    } finally {
      for (Socket socket : asleep) {
        socket.close();
      }
    }
    // Their places are free again: a hundred more find room, at the same gateway.
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> findRoom(100));
  }

  private static boolean findRoom(int many) throws IOException {
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < many; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(0));
        open.add(socket);
        if (!String.valueOf(open(socket, "Accept-Language: en").readLine()).contains(" 200 ")) {
          return false;
        }
      }
      return true;
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }
}
