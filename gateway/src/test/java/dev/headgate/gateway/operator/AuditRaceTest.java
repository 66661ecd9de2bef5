package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.embedded.Options;
import dev.headgate.gateway.audit.AuditParts;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.queue.BackendReport;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.EventsParts;
import dev.headgate.policy.order.Seeds;
import dev.headgate.policy.pace.AdmissionPolicy;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways over one real store, and operators who change one event at both at once. */
class AuditRaceTest extends OperatorHttp {
  private static final String RACE = "/api/events/race";
  private static final int OPERATORS = 8;

  @TempDir Path state = Path.of(".");
  private final EmbeddedRedis redis = EmbeddedRedis.start(Options.temporary().withDurability());
  private final List<Events> queues = new ArrayList<>();
  private final List<AuditTrail> audits = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final ExecutorService crowd = Executors.newFixedThreadPool(OPERATORS);
  private final AtomicInteger number = new AtomicInteger();

  @BeforeEach
  void open() throws Exception {
    for (String name : List.of("one", "two")) {
      OperatorParts parts = parts();
      Events events = await(Events.inRedis(queue(name)));
      AuditTrail trail =
          AuditTrail.over(
              new AuditParts(
                  vertx,
                  redis.uri(),
                  state.resolve(name).resolve("audit"),
                  InstantSource.system(),
                  Duration.ofMillis(200)));
      queues.add(events);
      audits.add(trail);
      ports.add(
          listen(
              new OperatorParts(
                  events,
                  parts.access(),
                  parts.readiness(),
                  parts.telemetry(),
                  parts.admissions(),
                  parts.entries(),
                  parts.pages(),
                  trail,
                  parts.frames(),
                  parts.draws(),
                  parts.feed(),
                  parts.ways())));
    }
    assertEquals(201, at(0, "PUT", RACE, SETTINGS, null).statusCode());
  }

  private EventsParts queue(String name) {
    return new EventsParts(
        vertx,
        redis.uri(),
        state.resolve(name),
        (draw, epoch) -> Seeds.derive(new byte[32], draw, epoch),
        AdmissionPolicy.pacing(),
        event -> BackendReport.NONE,
        kept -> {},
        name,
        InstantSource.system());
  }

  @AfterEach
  void close() throws Exception {
    crowd.shutdownNow();
    for (int i = 0; i < queues.size(); i++) {
      await(audits.get(i).close().otherwiseEmpty());
      await(queues.get(i).close().otherwiseEmpty());
    }
    redis.close();
  }

  @Test
  void ofHundredsOfTurnsOfOneDialEachIsWrittenDownFromWhereTheOneBeforeLeftIt() throws Exception {
    List<Integer> statuses = all(time -> time < 40, this::turnSomehow);
    int made = count(statuses, 200);
    assertTrue(made >= 100, statuses::toString);
    assertEquals(Set.of(200, 412, 503), with(statuses, 200, 412, 503));
    List<JsonObject> turns = chained("dials");
    assertAnswered(made, count(statuses, 503), turns.size());
    assertEquals(1 + turns.size(), version(), "and versions, without gaps");
    assertEquals(
        rate(turns.get(turns.size() - 1), "to"),
        dials(at(0, "GET", RACE, null, null)).getInteger("newUsersPerMinute"));
    assertEquals(entries(0), entries(1), "at both the same, in the same order");
    List<String> ids = entries(0).stream().map(entry -> entry.getString("id")).toList();
    assertEquals(ids, List.copyOf(new TreeSet<>(ids)));
  }

  @Test
  void pausesAndMessagesAtTwoGatewaysAreWrittenDownFromWhatWasThere() throws Exception {
    List<Integer> statuses = all(time -> time < 20, this::sayOrPause);
    assertEquals(Set.of(200, 503), with(statuses, 200, 503));
    List<JsonObject> entries = entries(1);
    assertAnswered(count(statuses, 200), count(statuses, 503), entries.size() - 1);
    Object halt = "running";
    List<String> told = new ArrayList<>();
    for (JsonObject entry : entries.subList(1, entries.size())) {
      String what = entry.getString("change");
      if (what.equals("message")) {
        assertEquals(told, texts(entry.getJsonArray("from")), entry::encode);
        JsonObject to = entry.getJsonObject("to");
        told.removeIf(text -> text.startsWith(to.getString("lang")));
        told.add(to.getString("lang") + ": " + to.getString("text"));
        told.sort(null);
      } else {
        assertEquals(halt, entry.getValue("from"), entry::encode);
        halt = what.equals("resume") ? "running" : entry.getValue("to");
      }
    }
  }

  private static int count(List<Integer> statuses, int status) {
    return (int) statuses.stream().filter(each -> each == status).count();
  }

  /** Entries are answers; only of what the store was too slow to say nobody knows before. */
  private static void assertAnswered(int made, int unsaid, int entries) {
    assertTrue(
        entries >= made && entries <= made + unsaid,
        () -> entries + " entries of " + made + " answers, and of " + unsaid + " unknown");
  }

  @Test
  void alsoWhereTheStoreIsKilledInTheMiddleNoChangeIsWithoutItsEntryAndNoneTheOtherWayRound()
      throws Exception {
    AtomicBoolean missed = new AtomicBoolean();
    Act turn =
        operator -> {
          int status = turnSomehow(operator);
          if (status == 503) {
            missed.set(true);
          }
          return status;
        };
    Future<List<Integer>> turns =
        Future.future(
            promise -> {
              Thread turner =
                  new Thread(
                      () -> {
                        try {
                          promise.complete(all(time -> time < 40 || !missed.get(), turn));
                        } catch (Exception failed) {
                          promise.fail(failed);
                        }
                      });
              turner.start();
            });
    Awaitility.await().until(() -> number.get() > 60);
    redis.kill();
    // However fast or slow they are, somebody is at it while it is gone.
    Awaitility.await().until(missed::get);
    redis.restart();
    List<Integer> statuses = await(turns);
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> turnAt(0, null) == 200 && turnAt(1, null) == 200);
    int made = 2 + count(statuses, 200);
    assertTrue(statuses.contains(503), statuses::toString);
    List<JsonObject> chained = chained("dials");
    // What the store did and could not say any more is settled by what it has.
    assertTrue(chained.size() >= made, chained.size() + " entries of " + made + " answers");
    assertEquals(1 + chained.size(), version(), "versions are entries, whatever was answered");
    assertEquals(entries(0), entries(1));
    for (String gateway : List.of("one", "two")) {
      Path file = state.resolve(gateway).resolve("audit").resolve("race.jsonl");
      long kept =
          Files.readAllLines(file).stream()
              .filter(line -> line.contains("\"change\":\"dials\""))
              .count();
      assertEquals(chained.size(), kept, gateway);
    }
  }

  /** Each entry's value before is the one's after before it. */
  private List<JsonObject> chained(String change) throws Exception {
    List<JsonObject> turns =
        entries(0).stream().filter(entry -> change.equals(entry.getString("change"))).toList();
    int before = 600;
    for (JsonObject turn : turns) {
      assertEquals(before, rate(turn, "from"), turn::encode);
      before = rate(turn, "to");
    }
    return turns;
  }

  private static int rate(JsonObject entry, String side) {
    return entry.getJsonObject(side).getInteger("newUsersPerMinute");
  }

  private static List<String> texts(JsonArray messages) {
    return messages.stream()
        .map(JsonObject.class::cast)
        .map(message -> message.getString("lang") + ": " + message.getString("text"))
        .sorted()
        .toList();
  }

  /** Those that came, and those that may come: fails on all others. */
  private static Set<Integer> with(List<Integer> statuses, Integer... may) {
    Set<Integer> all = new TreeSet<>(statuses);
    all.addAll(List.of(may));
    return all;
  }

  private int turnSomehow(int operator) throws Exception {
    int gateway = operator % 2;
    return operator < 4
        ? turnAt(gateway, null)
        : turnAt(gateway, etag(at(gateway, "GET", RACE, null, null)));
  }

  private int turnAt(int gateway, @Nullable String ifMatch) throws Exception {
    String dial = "{\"newUsersPerMinute\":" + (1_000 + number.incrementAndGet()) + "}";
    boolean unread = ifMatch != null && !ifMatch.startsWith("\"");
    return unread ? 503 : at(gateway, "PATCH", RACE + "/dials", dial, ifMatch).statusCode();
  }

  private int sayOrPause(int operator) throws Exception {
    int one = number.incrementAndGet();
    int gateway = operator % 2;
    return switch (one % 3) {
      case 0 ->
          at(gateway, "POST", RACE + "/pause", "{\"reason\":\"no " + one + "\"}", null)
              .statusCode();
      case 1 -> at(gateway, "POST", RACE + "/resume", "{}", null).statusCode();
      default -> {
        String lang = List.of("en", "de", "fr").get(one % 7 % 3);
        String said = "{\"text\":\"no " + one + "\",\"lang\":\"" + lang + "\"}";
        yield at(gateway, "PUT", RACE + "/message", said, null).statusCode();
      }
    };
  }

  /** What an operator does, by their number. */
  private interface Act {
    int by(int operator) throws Exception;
  }

  /** Each of the operators does it as often as is said, all at once; the statuses they got. */
  private List<Integer> all(IntPredicate again, Act act) throws Exception {
    List<Callable<List<Integer>>> operators = new ArrayList<>();
    for (int i = 0; i < OPERATORS; i++) {
      int operator = i;
      operators.add(
          () -> {
            List<Integer> statuses = new ArrayList<>();
            for (int time = 0; again.test(time); time++) {
              statuses.add(act.by(operator));
            }
            return statuses;
          });
    }
    List<Integer> statuses = new ArrayList<>();
    for (var done : crowd.invokeAll(operators)) {
      statuses.addAll(done.get(1, TimeUnit.MINUTES));
    }
    return statuses;
  }

  private long version() throws Exception {
    return new JsonObject(at(0, "GET", RACE, null, null).body()).getLong("version");
  }

  private List<JsonObject> entries(int gateway) throws Exception {
    HttpResponse<String> all = at(gateway, "GET", RACE + "/audit?format=jsonl", null, null);
    assertEquals(200, all.statusCode(), all.body());
    return all.body().lines().map(JsonObject::new).toList();
  }

  private HttpResponse<String> at(
      int gateway, String method, String path, @Nullable String body, @Nullable String ifMatch)
      throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + ports.get(gateway) + path);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(60))
            .header("Authorization", "Bearer " + ADMIN)
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (ifMatch != null) {
      request.header("If-Match", ifMatch);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static <T> T await(Future<T> future) throws Exception {
    return Objects.requireNonNull(future).await(5, TimeUnit.MINUTES);
  }
}
