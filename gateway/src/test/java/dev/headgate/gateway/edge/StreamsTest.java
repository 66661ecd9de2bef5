package dev.headgate.gateway.edge;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.gateway.testing.EventReader;
import dev.headgate.policy.estimate.Estimate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a stream says, to whom, and when it ends; the event and the queue are scripted. */
class StreamsTest extends EdgeFixture {
  private static final String EVENTS = "/queue/derby/places/me/events";
  private static final Standing ADMITTED = new Standing(Standing.State.ADMITTED, null);
  private static final Standing OVER = new Standing(Standing.State.OVER, null);

  private final List<EventReader> readers = new ArrayList<>();

  @AfterEach
  void goAway() {
    readers.forEach(EventReader::close);
  }

  private EventReader follow(int arrival) {
    EventReader reader = EventReader.of(port(), EVENTS, "Headgate-Place", ticket(arrival));
    readers.add(reader);
    return reader;
  }

  private double open() {
    return meters.get("headgate.place.streams").gauge().value();
  }

  @Test
  void thePlaceIsToldAtOnceAsAPollWouldTellIt() {
    JsonObject told = follow(60).first();
    JsonObject polled = get("/queue/derby/places/me", cookie(60)).json();
    told.remove("pollAfterMillis");
    polled.remove("pollAfterMillis");
    assertEquals(polled, told);
  }

  @Test
  void whoIsRefusedIsRefusedAsAPollIs() {
    assertEquals("no-place", get(EVENTS).problem());
    assertEquals("bad-place", get(EVENTS, "Headgate-Place: nonsense").problem());
    String old = ReadableTickets.ticket("derby", ScriptedView.EPOCH - 1, 3);
    assertEquals("queue-reset", get(EVENTS, "Headgate-Place: " + old).problem());
    Answer post = post(EVENTS, cookie(3));
    assertEquals(405, post.status());
    assertEquals("GET, HEAD", post.header("allow"));
    assertEquals("unknown-event", get(EVENTS.replace("derby", "cup"), cookie(3)).problem());
    assertEquals(0, open());
  }

  @Test
  void itIsAStreamThatNobodyMayKeepOrHoldBack() {
    Answer head = send("HEAD", EVENTS, "", cookie(60));
    assertEquals(200, head.status());
    assertEquals("text/event-stream", head.header("content-type"));
    assertEquals("no-store, no-transform", head.header("cache-control"));
    assertEquals("no", head.header("x-accel-buffering"));
    assertEquals("nosniff", head.header("x-content-type-options"));
    assertEquals(0, open());
  }

  @Test
  void everythingThatIsShownIsToldWhenItChanges() {
    EventReader reader = follow(60);
    JsonObject first = reader.first();
    assertEquals(50, first.getInteger("ahead"));
    view.cutoff = 20;
    reader.until(place -> place.getInteger("ahead") == 40);
    view.messages = List.of(new Message("Doors at six", "en", view.now()));
    reader.until(place -> place.getJsonObject("message") != null);
    view.pauseReason = "Rain";
    view.phase = Phase.PAUSED;
    reader.until(place -> place.getString("phase").equals("paused"));
    view.pauseReason = "More rain";
    reader.until(place -> place.encode().contains("More rain"));
    view.phase = Phase.ON_SALE;
    await().atMost(Duration.ofSeconds(60)).until(() -> reader.events.size() == 6);
    view.estimate = new Estimate(100, 60, 170);
    reader.until(place -> place.getJsonObject("estimate") != null);
    queue.standing = at -> Future.succeededFuture(new Standing(Standing.State.CALLED, view.now()));
    reader.until(place -> place.getString("turnEndsAt") != null);
    queue.standing = at -> Future.succeededFuture(ADMITTED);
    reader.until(place -> place.getString("state").equals("admitted"));
    queue.standing = at -> Future.succeededFuture(OVER);
    reader.until(place -> place.getString("state").equals("over"));
    reader.awaitEnd();
    assertEquals(10, reader.events.size(), "one for each change");
    assertTrue(reader.lines.contains("retry: 30000"), "so that nobody comes back at once");
  }

  @Test
  void anEstimateThatReadsTheSameIsNotToldAgain() {
    view.estimate = new Estimate(2_000, 1_500, 2_500);
    EventReader reader = follow(60);
    JsonObject first = reader.first();
    view.estimate = new Estimate(1_999, 1_501, 2_499);
    EventReader later = follow(61);
    later.first();
    awaitVisits(3);
    view.cutoff = 11;
    reader.until(place -> !place.getInteger("ahead").equals(first.getInteger("ahead")));
    assertEquals(2, reader.events.size(), reader.events::toString);
  }

  /** Every stream of a waiting fan has been visited so often from now on. */
  private void awaitVisits(int visits) {
    int before = view.seen.size();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> view.seen.size() >= before + visits * (int) open());
  }

  @Test
  void whoFollowsAndWaitsIsPresentForEachSecond() {
    follow(60).first();
    awaitVisits(2);
    assertTrue(view.seen.stream().allMatch(millis -> millis == 1_000), view.seen::toString);
  }

  @Test
  void noWaitingFanCostsACallToTheStoreAndACalledOneIsLookedUp() {
    AtomicInteger looks = new AtomicInteger();
    queue.standing =
        at -> {
          looks.incrementAndGet();
          return Future.failedFuture(new QueueUnavailableException("away", null));
        };
    EventReader reader = follow(45); // Before the tenth position, so it has been called.
    await().atMost(Duration.ofSeconds(60)).until(() -> looks.get() >= 3);
    assertTrue(reader.events.isEmpty(), "nothing is known yet");
    queue.standing = at -> Future.succeededFuture(ADMITTED);
    assertEquals("admitted", reader.first().getString("state"));
    assertFalse(reader.hasEnded());
  }

  @Test
  void aResetEndsItWithTheReason() {
    EventReader reader = follow(60);
    reader.first();
    view.epoch = ScriptedView.EPOCH + 1;
    JsonObject gone = reader.gone();
    assertEquals("urn:headgate:problem:queue-reset", gone.getString("type"));
    assertEquals(410, gone.getInteger("status"));
    reader.awaitEnd();
    await().until(() -> open() == 0);
  }

  @Test
  void theEventsEndEndsItForWhoeverIsNotInside() {
    EventReader outside = follow(60);
    outside.first();
    view.phase = Phase.ENDED;
    outside.until(place -> place.getString("phase").equals("ended"));
    outside.awaitEnd();
    queue.standing = at -> Future.succeededFuture(ADMITTED);
    EventReader inside = follow(61);
    assertEquals("admitted", inside.first().getString("state"));
    awaitLooks(3);
    assertFalse(inside.hasEnded());
  }

  private void awaitLooks(int looks) {
    AtomicInteger seen = new AtomicInteger();
    var before = queue.standing;
    queue.standing =
        at -> {
          seen.incrementAndGet();
          return before.apply(at);
        };
    await().atMost(Duration.ofSeconds(60)).until(() -> seen.get() >= looks);
  }

  @Test
  void theTwoNewestStreamsOfAPlaceStayAndTheOldestIsToldWhy() {
    EventReader oldest = follow(60);
    oldest.first();
    EventReader second = follow(60);
    second.first();
    EventReader third = follow(60);
    third.first();
    assertEquals("urn:headgate:problem:followed-elsewhere", oldest.gone().getString("type"));
    oldest.awaitEnd();
    assertEquals(2, open());
    view.cutoff = 20;
    second.until(place -> place.getInteger("ahead") == 40);
    third.until(place -> place.getInteger("ahead") == 40);
  }

  @Test
  void aFullGatewaySendsTheNextToPollAndTakesThemOnceSomebodyHasGone() {
    for (int arrival = 60; arrival < 63; arrival++) {
      follow(arrival).first();
    }
    Answer refused = get(EVENTS, cookie(70));
    assertEquals("503 streams-full", refused.status() + " " + refused.problem());
    assertEquals("30", refused.header("retry-after"));
    assertEquals(1, meters.get("headgate.place.streams.refused").counter().count());
    assertEquals(200, get("/queue/derby/places/me", cookie(70)).status());
    readers.get(0).close();
    await().atMost(Duration.ofSeconds(60)).until(() -> open() == 2);
    assertEquals(70, follow(70).first().getInteger("arrival"));
    streams.resize(0);
    assertEquals("streams-full", get(EVENTS, cookie(71)).problem());
    awaitVisits(2);
    assertTrue(readers.stream().skip(1).noneMatch(EventReader::hasEnded), "those open go on");
  }

  @Test
  void streamsAskedForFarTooFastAreRefusedAsPollsAre() throws IOException {
    String one = "HEAD " + EVENTS + " HTTP/1.1\r\nHost: t\r\n" + cookie(60) + "\r\n";
    // In one piece: however slow this machine is, all of them come at once.
    String all = (one + "\r\n").repeat(2 * PollPace.MOST_POLLS) + one + "Connection: close\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
      byte[] answers = socket.getInputStream().readAllBytes();
      assertTrue(new String(answers, StandardCharsets.US_ASCII).contains("HTTP/1.1 429 "));
    }
  }

  @Test
  void manyThatGoWhileTheyAreBeingToldLeaveNothingBehind() throws IOException {
    streams.resize(200);
    List<Socket> fans = new ArrayList<>();
    for (int arrival = 100; arrival < 300; arrival++) {
      fans.add(rawFollower(arrival));
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> open() == 200);
    int called = 10;
    for (Socket fan : fans) {
      called++;
      view.cutoff = called; // Whoever is still there is told each time.
      fan.setSoLinger(true, 0); // Some are reset under the answer, not ended politely.
      fan.close();
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> open() == 0);
    assertEquals("waiting", follow(60).first().getString("state"));
  }

  private Socket rawFollower(int arrival) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()));
    String request = "GET " + EVENTS + " HTTP/1.1\r\nHost: t\r\n" + cookie(arrival) + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Tag("soak")
  @Test
  void whoReadsNothingMissesSomeAndIsThenToldTheNewest() throws IOException {
    view.messages = List.of(new Message("x".repeat(1_000_000), "en", view.now()));
    EventReader steady = follow(61);
    try (Socket slow = rawFollower(60)) {
      slow.setSoTimeout(60_000);
      int changes = 12;
      for (int called = 11; called <= 10 + changes; called++) {
        view.cutoff = called;
        int ahead = 61 - called;
        steady.until(place -> place.getInteger("ahead") == ahead);
      }
      view.messages = List.of();
      view.cutoff = 30;
      int events = eventsUntil(slow, "\"ahead\":30");
      assertTrue(events < changes, events + " events, so old ones had been kept for later");
    }
  }

  private static int eventsUntil(Socket socket, String last) throws IOException {
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    int events = 0;
    String line = "";
    while (!line.contains(last)) {
      line = String.valueOf(reader.readLine());
      events += line.startsWith("event: place") ? 1 : 0;
    }
    return events;
  }

  @Tag("soak")
  @Test
  void aStreamInWhichNothingHappensIsHeardOfAgainAndAgain() {
    EventReader reader = follow(60);
    reader.first();
    await().atMost(Duration.ofSeconds(90)).until(() -> reader.lines.contains(":"));
    assertEquals(1, reader.events.size());
  }
}
