package dev.headgate.gateway.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.config.Webhook;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedParts;
import dev.headgate.gateway.hook.HookReceiver.Received;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.NetServer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deliveries to real receivers that fail in every way, by one gateway or more, on a real Redis. */
class WebhooksTest {
  private static final Webhook.Secret SECRET =
      new Webhook.Secret(null, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

  /** Patient with answers, for a busy machine; quick to try again. */
  private static final WebhooksParts.Timing QUICK = answeredWithin(Duration.ofSeconds(20));

  /** So many may come twice, says the courier: what is on its way and what is not written down. */
  private static final int UNSAID = 16;

  private final Vertx vertx = Vertx.vertx();
  private final EmbeddedRedis redis = EmbeddedRedis.start();
  private final Redis client = Redis.createClient(vertx, redis.uri().toString());
  private final List<Gateway> gateways = new ArrayList<>();

  /** One gateway's webhooks, with what they stand on. */
  private record Gateway(Vertx vertx, Feed feed, Webhooks hooks, SimpleMeterRegistry metrics) {
    double count(String hook, String outcome) {
      return metrics
          .get("headgate.webhook.deliveries")
          .tags("hook", hook, "outcome", outcome)
          .counter()
          .count();
    }

    boolean isGone(String hook) {
      return metrics.get("headgate.webhook.gone.hooks").tag("hook", hook).gauge().value() == 1;
    }

    double lagSeconds(String hook) {
      return metrics.get("headgate.webhook.lag.seconds").tag("hook", hook).gauge().value();
    }
  }

  private static WebhooksParts.Timing answeredWithin(Duration patience) {
    return timing(patience, Duration.ofSeconds(5));
  }

  private static WebhooksParts.Timing timing(Duration patience, Duration lease) {
    return new WebhooksParts.Timing(Duration.ofMillis(20), Duration.ofMillis(200), patience, lease);
  }

  private HookReceiver receiver() throws Exception {
    return new HookReceiver(vertx);
  }

  private static Webhook hook(String name, URI url) {
    return hook(name, url, Set.of(), Set.of());
  }

  private static Webhook hook(String name, URI url, Set<String> events, Set<String> types) {
    return new Webhook(name, url, SECRET, events, types, Duration.ofHours(1), false);
  }

  @CanIgnoreReturnValue
  private Gateway gateway(String name, Webhook... hooks) throws Exception {
    return gateway(name, QUICK, hooks);
  }

  private Gateway gateway(String name, WebhooksParts.Timing timing, Webhook... hooks)
      throws Exception {
    return gateway(name, timing, InstantSource.system(), hooks);
  }

  private Gateway gateway(
      String name, WebhooksParts.Timing timing, InstantSource clock, Webhook... hooks)
      throws Exception {
    Vertx own = Vertx.vertx();
    SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    Feed feed = Feed.inRedis(new FeedParts(own, redis.uri(), Duration.ofMillis(50)));
    Webhooks opened =
        Webhooks.open(
            new WebhooksParts(
                own, redis.uri(), feed, List.of(hooks), metrics, name, clock, timing));
    await(opened.begin());
    Gateway gateway = new Gateway(own, feed, opened, metrics);
    gateways.add(gateway);
    return gateway;
  }

  @CanIgnoreReturnValue
  private static <T> T await(Future<T> future) throws Exception {
    return future.await(120, TimeUnit.SECONDS);
  }

  /** Something happens, as a script tells it; its id. */
  private String tell(String event, String type) throws Exception {
    Request add = Request.cmd(Command.XADD).arg("headgate:{feed}:entries").arg("*");
    add.arg("event").arg(event).arg("type").arg(type).arg("at").arg(1_764_583_000_000L);
    add.arg("data").arg("{\"n\":1}");
    String[] id = await(client.send(add)).toString().split("-", 2);
    return "%013d-%06d".formatted(Long.parseLong(id[0]), Long.parseLong(id[1]));
  }

  private List<String> tell(int many, String event) throws Exception {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      ids.add(tell(event, "paused"));
    }
    return ids;
  }

  private static void until(Callable<Boolean> met) {
    Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(20)).until(met);
  }

  private void stop(Gateway gateway) throws Exception {
    if (gateways.remove(gateway)) {
      await(gateway.hooks.close());
      await(gateway.feed.close());
      await(gateway.vertx.close());
    }
  }

  /**
   * Nothing is said to anybody: its connections are cut, and its right to deliver is not given
   * back.
   */
  private void kill(Gateway gateway) throws Exception {
    assertTrue(gateways.remove(gateway));
    await(gateway.vertx.close());
  }

  @BeforeEach
  void somethingHappenedBefore() throws Exception {
    assertFalse(tell("derby", "created").isEmpty());
  }

  @AfterEach
  void stop() throws Exception {
    for (Gateway gateway : List.copyOf(gateways)) {
      stop(gateway);
    }
    await(client.close());
    await(vertx.close());
    redis.close();
  }

  @Test
  void aNewHookIsToldWhatHappensFromNowOnOnceAndInOrder() throws Exception {
    HookReceiver receiver = receiver();
    Gateway one = gateway("one", hook("ops", receiver.url()));
    List<String> ids = tell(30, "derby");
    until(() -> receiver.received.size() >= 30);
    assertEquals(ids, receiver.ids());
    until(() -> one.lagSeconds("ops") == 0);
    assertEquals(30, one.count("ops", "delivered"));
    Received first = receiver.received.get(0);
    assertEquals("/hook", first.path());
    assertEquals("application/json", first.headers().get("content-type"));
    assertEquals("paused", first.json().getString("type"));
    assertEquals("2025-12-01T09:56:40.000Z", first.json().getString("timestamp"));
    assertEquals(first.json().getString("timestamp"), first.json().getString("at"));
    assertEquals(ids.get(0), first.json().getString("id"));
    assertEquals(1, first.json().getJsonObject("data").getInteger("n"));
    long seconds = Long.parseLong(first.headers().get("webhook-timestamp"));
    assertEquals(
        HookSignature.of(
            ids.get(0), seconds, first.body(), HookSecrets.open(hook("ops", receiver.url()))),
        first.headers().get("webhook-signature"));
  }

  @Test
  void aHookIsToldOnlyOfWhatItAskedFor() throws Exception {
    HookReceiver events = receiver();
    HookReceiver types = receiver();
    gateway(
        "one",
        hook("events", events.url(), Set.of("cup"), Set.of()),
        hook("types", types.url(), Set.of(), Set.of("sold-out")));
    String derby = tell("derby", "sold-out");
    String cup = tell("cup", "paused");
    until(() -> !events.received.isEmpty() && !types.received.isEmpty());
    String last = tell("cup", "sold-out");
    until(() -> events.received.size() == 2 && types.received.size() == 2);
    assertEquals(List.of(cup, last), events.ids());
    assertEquals(List.of(derby, last), types.ids());
  }

  @Test
  void whateverAReceiverDoesAnEntryComesAgainUntilItIsTaken() throws Exception {
    HookReceiver receiver = receiver();
    AtomicInteger tries = new AtomicInteger();
    List<BiConsumer<Received, HttpServerResponse>> faults =
        List.of(
            (got, response) -> response.setStatusCode(500).end("no").onFailure(gone -> {}),
            (got, response) -> response.setStatusCode(404).end().onFailure(gone -> {}),
            (got, response) ->
                response
                    .setStatusCode(307)
                    .putHeader("Location", receiver.url().toString())
                    .end()
                    .onFailure(gone -> {}),
            (got, response) -> response.reset().onFailure(gone -> {}),
            (got, response) -> {}, // Hangs.
            (got, response) ->
                response
                    .setStatusCode(503)
                    .putHeader("Retry-After", "soon")
                    .end()
                    .onFailure(gone -> {}));
    receiver.answer =
        (got, response) -> {
          int next = tries.getAndIncrement();
          (next < faults.size() ? faults.get(next) : HookReceiver.WELL).accept(got, response);
        };
    Gateway one =
        gateway("one", answeredWithin(Duration.ofSeconds(3)), hook("ops", receiver.url()));
    List<String> ids = tell(2, "derby");
    until(() -> one.count("ops", "delivered") == 2);
    // A good answer that this machine was late with makes one more of either.
    List<String> came = receiver.ids();
    List<String> expected = new ArrayList<>(Collections.nCopies(faults.size() + 1, ids.get(0)));
    assertEquals(expected, came.subList(0, expected.size()), "the one behind it waited");
    assertEquals(ids, came.stream().distinct().toList());
    assertEquals(came.size() - 2, one.count("ops", "failed"));
  }

  @Test
  void anAnswerWithoutEndIsTakenByItsHead() throws Exception {
    HookReceiver receiver = receiver();
    AtomicInteger cut = new AtomicInteger();
    receiver.answer =
        (got, response) -> {
          response.setChunked(true).setStatusCode(200);
          response.closeHandler(closed -> cut.incrementAndGet());
          response.write("x".repeat(64 * 1024)).onFailure(gone -> {});
        };
    gateway("one", hook("ops", receiver.url()));
    List<String> ids = tell(2, "derby");
    until(() -> receiver.received.size() == 2 && cut.get() == 2);
    assertEquals(ids, receiver.ids());
  }

  @Test
  void aDeadReceiverHoldsUpNoOtherAndAnEntryThatIsNotTakenItsOwnEventAlone() throws Exception {
    HookReceiver hanging = receiver();
    hanging.answer = (got, response) -> {};
    HookReceiver choosy = receiver();
    choosy.answer =
        (got, response) -> {
          if (got.event().equals("derby")) {
            response.setStatusCode(400).end().onFailure(gone -> {});
          } else {
            HookReceiver.WELL.accept(got, response);
          }
        };
    Gateway one =
        gateway(
            "one",
            hook("hanging", hanging.url()),
            hook("dead", URI.create("http://127.0.0.1:1/")),
            hook("choosy", choosy.url()));
    String poison = tell("derby", "paused");
    List<String> ids = tell(40, "cup");
    until(() -> choosy.ids().containsAll(ids));
    assertEquals(
        ids,
        choosy.received.stream()
            .filter(got -> got.event().equals("cup"))
            .map(Received::id)
            .toList());
    choosy.answer = HookReceiver.WELL;
    until(() -> one.count("choosy", "delivered") == 41);
    assertTrue(choosy.ids().contains(poison));
    assertTrue(one.lagSeconds("dead") > 0);
  }

  @Test
  void whatIsNotTakenInTimeIsGivenUp() throws Exception {
    HookReceiver receiver = receiver();
    receiver.answer = (got, response) -> response.setStatusCode(500).end().onFailure(gone -> {});
    Webhook hook =
        new Webhook(
            "ops", receiver.url(), SECRET, Set.of(), Set.of(), Duration.ofMinutes(1), false);
    AtomicLong ahead = new AtomicLong();
    InstantSource clock = () -> Instant.now().plusSeconds(ahead.get());
    Gateway one = gateway("one", QUICK, clock, hook);
    String lost = tell("derby", "paused");
    until(() -> receiver.received.size() >= 3);
    assertEquals(0, one.count("ops", "given-up"));
    ahead.set(61);
    until(() -> one.count("ops", "given-up") == 1);
    ahead.set(0);
    receiver.answer = HookReceiver.WELL;
    String next = tell("derby", "resumed");
    until(() -> one.count("ops", "delivered") == 1);
    assertEquals(Set.of(lost, next), Set.copyOf(receiver.ids()));
  }

  @Test
  void anAnswerThatComesByteByByteIsNoneAndOneThatLeadsElsewhereIsNotFollowed() throws Exception {
    HookReceiver elsewhere = receiver();
    HookReceiver receiver = receiver();
    List<Integer> statuses = new ArrayList<>(List.of(301, 302, 303, 307, 308));
    receiver.answer =
        (got, response) -> {
          if (statuses.isEmpty()) {
            HookReceiver.WELL.accept(got, response);
          } else {
            response
                .setStatusCode(statuses.remove(0))
                .putHeader("Location", elsewhere.url().toString())
                .end()
                .onFailure(gone -> {});
          }
        };
    AtomicInteger connections = new AtomicInteger();
    NetServer trickling =
        vertx
            .createNetServer()
            .connectHandler(
                socket -> {
                  connections.incrementAndGet();
                  String head = "HTTP/1.1 200 OK\r\nX: " + "y".repeat(4_000);
                  AtomicInteger at = new AtomicInteger();
                  long timer =
                      vertx.setPeriodic(
                          20,
                          due ->
                              socket
                                  .write(head.substring(at.get(), at.incrementAndGet()))
                                  .onFailure(gone -> {}));
                  socket.closeHandler(closed -> vertx.cancelTimer(timer));
                });
    await(trickling.listen(0, "127.0.0.1"));
    Gateway one =
        gateway(
            "one",
            answeredWithin(Duration.ofSeconds(1)),
            hook("ops", receiver.url()),
            hook("slow", URI.create("http://127.0.0.1:" + trickling.actualPort() + "/")));
    String id = tell("derby", "paused");
    until(() -> one.count("ops", "delivered") == 1 && one.count("slow", "failed") >= 2);
    assertEquals(Collections.nCopies(6, id), receiver.ids());
    assertEquals(List.of(), elsewhere.ids());
    assertEquals(0, one.count("slow", "delivered"));
    assertTrue(connections.get() >= 2, "a connection of its own for each attempt");
  }

  @Test
  void anAttemptWaitsForAsLongAsTheReceiverAsksInSecondsOrByADate() throws Exception {
    for (String after :
        List.of("3600", "999999", DateTimeFormatter.RFC_1123_DATE_TIME.format(inAnHour()))) {
      HookReceiver receiver = receiver();
      receiver.answer =
          (got, response) ->
              response
                  .setStatusCode(503)
                  .putHeader("Retry-After", got.event().equals("derby") ? after : "-1")
                  .end()
                  .onFailure(gone -> {});
      Gateway one = gateway("one", hook("ops", receiver.url()));
      String told = tell("derby", "paused");
      String other = tell("cup", "paused");
      // The other is tried again and again meanwhile.
      until(() -> Collections.frequency(receiver.ids(), other) >= 6);
      assertEquals(1, Collections.frequency(receiver.ids(), told), after);
      stop(one);
      await(client.send(Request.cmd(Command.FLUSHALL)));
      assertFalse(tell("derby", "created").isEmpty());
    }
  }

  private static ZonedDateTime inAnHour() {
    return ZonedDateTime.now(ZoneOffset.UTC).plusHours(1);
  }

  @Test
  void whatWasOnItsWayWhenTheReceiverSaidThatItIsGoneIsNotTriedAgain() throws Exception {
    HookReceiver receiver = receiver();
    List<Runnable> held = new CopyOnWriteArrayList<>();
    receiver.answer =
        (got, response) ->
            held.add(
                () ->
                    response
                        .setStatusCode(got.event().equals("event-0") ? 410 : 200)
                        .end()
                        .onFailure(gone -> {}));
    Gateway one = gateway("one", hook("ops", receiver.url()));
    for (int i = 0; i < 4; i++) {
      assertEquals(2, tell(2, "event-" + i).size());
    }
    until(() -> held.size() == 4);
    int gone = receiver.received.stream().map(Received::event).toList().indexOf("event-0");
    held.get(gone).run();
    until(() -> one.count("ops", "gone") == 1);
    for (int i = 0; i < 4; i++) {
      if (i != gone) {
        held.get(i).run();
      }
    }
    until(() -> one.count("ops", "delivered") == 3);
    assertTrue(tell("event-1", "paused").length() > 0);
    until(() -> position("ops").equals(await(one.feed.newest())));
    assertEquals(4, receiver.received.size());
  }

  @Test
  void aReceiverThatIsGoneIsToldNothingMoreUntilItHasAnotherAddress() throws Exception {
    HookReceiver receiver = receiver();
    receiver.answer = (got, response) -> response.setStatusCode(410).end().onFailure(gone -> {});
    Gateway one = gateway("one", hook("ops", receiver.url()));
    assertFalse(tell(3, "derby").isEmpty());
    until(() -> one.count("ops", "gone") == 1);
    stop(one);
    Gateway two = gateway("two", hook("ops", receiver.url()));
    assertFalse(tell(3, "cup").isEmpty());
    until(() -> position("ops").equals(await(two.feed.newest())));
    assertEquals(1, receiver.received.size());
    assertTrue(two.isGone("ops"));
    stop(two);
    HookReceiver other = receiver();
    Gateway three = gateway("three", hook("ops", other.url()));
    String next = tell("derby", "paused");
    until(() -> !other.received.isEmpty());
    assertFalse(three.isGone("ops"));
    assertEquals(List.of(next), other.ids(), "no old news");
  }

  private String position(String hook) throws Exception {
    String key = "headgate:{hook:" + hook + "}:state";
    return String.valueOf(await(client.send(Request.cmd(Command.HGET).arg(key).arg("position"))));
  }

  @Test
  void aRestartNeitherLosesNorRepeats() throws Exception {
    HookReceiver receiver = receiver();
    Gateway one = gateway("one", hook("ops", receiver.url()));
    List<String> ids = tell(10, "derby");
    until(() -> one.count("ops", "delivered") == 10);
    stop(one);
    ids.addAll(tell(10, "derby"));
    Gateway two = gateway("two", hook("ops", receiver.url()));
    until(() -> two.count("ops", "delivered") == 10);
    assertEquals(ids, receiver.ids());
  }

  @Test
  void ofTwoGatewaysOneDelivers() throws Exception {
    HookReceiver receiver = receiver();
    WebhooksParts.Timing timing = timing(Duration.ofMinutes(1), Duration.ofMinutes(10));
    Gateway one = gateway("one", timing, hook("ops", receiver.url()));
    Gateway two = gateway("two", timing, hook("ops", receiver.url()));
    List<String> ids = tell(100, "derby");
    until(() -> one.count("ops", "delivered") + two.count("ops", "delivered") == 100);
    assertEquals(ids, receiver.ids());
    assertTrue(one.count("ops", "delivered") == 0 || two.count("ops", "delivered") == 0);
  }

  @Test
  void whenAGatewayIsKilledAnotherGoesOnAndOnlyWhatWasUnderWayComesTwice() throws Exception {
    HookReceiver receiver = receiver();
    receiver.answer =
        (got, response) -> vertx.setTimer(5, due -> HookReceiver.WELL.accept(got, response));
    Gateway one = gateway("one", hook("ops", receiver.url()));
    Gateway two = gateway("two", hook("ops", receiver.url()));
    Set<String> ids = new TreeSet<>();
    for (int i = 0; i < 8; i++) {
      ids.addAll(tell(20, "event-" + i));
    }
    until(() -> receiver.received.size() > 30);
    Gateway delivering = one.count("ops", "delivered") > 0 ? one : two;
    kill(delivering);
    until(() -> new HashSet<>(receiver.ids()).equals(ids));
    Map<String, Long> times =
        receiver.ids().stream().collect(Collectors.groupingBy(id -> id, Collectors.counting()));
    long twice = times.values().stream().filter(count -> count > 1).count();
    assertTrue(twice <= UNSAID, times::toString);
    for (int i = 0; i < 8; i++) {
      String event = "event-" + i;
      List<String> seen =
          receiver.received.stream()
              .filter(got -> got.event().equals(event))
              .map(Received::id)
              .distinct()
              .toList();
      assertEquals(seen.stream().sorted().toList(), seen, "in order");
    }
  }

  @Test
  void aStoreThatLosesEverythingLosesWhatItHeldAndDeliveriesGoOn() throws Exception {
    HookReceiver receiver = receiver();
    Gateway one = gateway("one", hook("ops", receiver.url()));
    List<String> ids = tell(3, "derby");
    until(() -> one.count("ops", "delivered") == 3);
    await(client.send(Request.cmd(Command.FLUSHALL)));
    ids.add(tell("derby", "restored"));
    until(() -> one.count("ops", "delivered") == 4);
    assertEquals(ids, receiver.ids());
  }

  @Test
  void aStoreThatWasLostAndWhoseClockIsBehindIsFollowedFromItsBeginning() throws Exception {
    HookReceiver receiver = receiver();
    Gateway one = gateway("one", hook("ops", receiver.url()));
    long ahead = System.currentTimeMillis() + Duration.ofHours(5).toMillis();
    Request add = Request.cmd(Command.XADD).arg("headgate:{feed}:entries").arg(ahead + "-0");
    add.arg("event").arg("derby").arg("type").arg("paused").arg("at").arg(1).arg("data").arg("{}");
    assertEquals(ahead + "-0", await(client.send(add)).toString());
    // Still the same store: what comes next goes on behind it.
    String next = tell("derby", "resumed");
    until(() -> one.count("ops", "delivered") == 2);
    assertTrue(next.compareTo("%013d".formatted(ahead)) > 0);
    await(client.send(Request.cmd(Command.FLUSHALL)));
    List<String> ids = tell(3, "derby");
    until(() -> receiver.ids().containsAll(ids));
    until(() -> position("ops").equals(ids.get(2)));
    stop(one);
    Gateway two = gateway("two", hook("ops", receiver.url()));
    ids.add(tell("derby", "resumed"));
    until(() -> two.count("ops", "delivered") == 1);
    assertEquals(ids, receiver.ids().subList(2, receiver.received.size()));
  }

  @Test
  void aStoreThatIsAwayForLongerThanALeaseCostsAFewRepetitionsAndNoOrder() throws Exception {
    HookReceiver receiver = receiver();
    receiver.answer =
        (got, response) -> vertx.setTimer(20, due -> HookReceiver.WELL.accept(got, response));
    Gateway one = gateway("one", hook("ops", receiver.url()));
    Set<String> ids = new TreeSet<>();
    for (int i = 0; i < 8; i++) {
      ids.addAll(tell(30, "event-" + i));
    }
    until(() -> receiver.received.size() > 20);
    signal("STOP");
    try {
      // As long as it is away nothing can be written down, so only so much is sent.
      until(() -> one.lagSeconds("ops") == 0);
    } finally {
      signal("CONT");
    }
    until(() -> new HashSet<>(receiver.ids()).equals(ids));
    int twice = receiver.received.size() - ids.size();
    assertTrue(twice <= UNSAID, () -> twice + " came twice");
    Map<String, List<String>> byEvent =
        receiver.received.stream()
            .collect(
                Collectors.groupingBy(
                    Received::event, Collectors.mapping(Received::id, Collectors.toList())));
    byEvent.forEach(
        (event, seen) -> {
          List<String> first = seen.stream().distinct().toList();
          assertEquals(first.stream().sorted().toList(), first, event);
        });
  }

  private void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(redis.pid())).start();
    assertEquals(0, kill.waitFor());
  }

  @Test
  void aLongDeadReceiverCostsBoundedMemoryAndLosesNothing() throws Exception {
    HookReceiver receiver = receiver();
    receiver.answer = (got, response) -> response.setStatusCode(500).end().onFailure(gone -> {});
    Gateway one = gateway("one", hook("ops", receiver.url()));
    List<String> ids = tell(1_300, "derby");
    until(() -> one.count("ops", "failed") > 3);
    receiver.answer = HookReceiver.WELL;
    until(() -> one.count("ops", "delivered") == 1_300);
    assertEquals(ids, receiver.ids().stream().distinct().toList());
  }
}
