package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.embedded.Options;
import dev.headgate.quickstart.CrowdHttp.Answer;
import dev.headgate.quickstart.Fan.Habit;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redis goes and comes back under a running sale with waiting, called and admitted fans. */
@Tag("soak")
class RedisRestartIT {
  private static final int EARLY = 300;
  private static final int SLOW = 120;
  private static final int FAST = 6_000;
  private static final int INSIDE = 25;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path folder;
  private final EmbeddedRedis redis;
  private final DemoProcess demo;
  private final Crowd crowd;

  RedisRestartIT(@TempDir Path temporary) throws IOException {
    // JUnit's folder is closed to the account that root's services run as.
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    folder = temporary.resolve("redis");
    redis = EmbeddedRedis.start(Options.kept(folder));
    String uri = redis.uri().toString();
    demo = DemoProcess.start("--redis", uri, "--on-sale-in", "3600", "--rate", SLOW + "");
    crowd = new Crowd(demo);
  }

  @BeforeEach
  void aSaleIsUnderWay() {
    List<Fan> fans = crowd.join(EARLY);
    // Moved, and not timed: on a slow machine, too, all of them are in the draw.
    new OperatorDesk(demo).startsNow();
    await().atMost(PATIENCE).until(() -> phase().equals("on-sale"));
    // Every tenth is called and does not come, so that some are called and outside.
    for (int i = 0; i < EARLY; i++) {
      fans.get(i).live(i % 10 == 0 ? Habit.ABSENT : Habit.PROMPT);
    }
    await().atMost(PATIENCE).until(() -> crowd.log().admissionCount() >= INSIDE);
    // The draw decides how soon one of those who do not come is called.
    await().atMost(PATIENCE).until(() -> anyCalledAndOutside().isPresent());
    assertTrue(waiting().size() > EARLY / 2, "most still wait");
  }

  @AfterEach
  void endEverything() {
    try (redis;
        demo) {
      crowd.close();
    }
  }

  @Test
  void aRedisThatLostEverythingIsFilledAgainAndNobodyLosesTheirPlace() {
    long epoch = crowd.draw().getLong("epoch");
    Buyer owner = buyers().get(0);
    Buyer other = buyers().get(1);
    Answer held = CrowdHttp.await(owner.hold("A-1"));
    assertEquals(201, held.status(), () -> held.json() + "");
    redis.kill();
    nobodyIsLetInAndNobodyForgotten();
    assertEquals(409, CrowdHttp.await(other.hold("A-1")).status());
    redis.restartEmpty();
    nobodyIsLetInAndNobodyForgotten();
    Answer paid = CrowdHttp.await(owner.pay());
    assertEquals(201, paid.status(), () -> paid.json() + "");
    assertEquals("confirmed", paid.body().getString("status"));
    assertEquals(409, CrowdHttp.await(other.hold("A-1")).status());
    awaitGaps(1);
    assertEquals(epoch, crowd.draw().getLong("epoch"));
    everybodyStandsWhereTheyStood();
    newcomersStandBehindTheGap();
    theQueueGoesOnPastTheGap();
  }

  @Test
  void aRedisThatRestartedWithItsFileKeepsSessionsToo() {
    long epoch = crowd.draw().getLong("epoch");
    Fan inside = inside();
    redis.restart();
    nobodyIsLetInAndNobodyForgotten();
    awaitGaps(1);
    assertEquals(epoch, crowd.draw().getLong("epoch"));
    everybodyStandsWhereTheyStood();
    Answer again = CrowdHttp.await(inside.claim());
    assertEquals(200, again.status(), () -> again.json() + "");
    assertEquals("admitted", CrowdHttp.await(inside.look()).body().getString("state"));
    newcomersStandBehindTheGap();
    theQueueGoesOnPastTheGap();
  }

  @Test
  void joinsUnderWayWhileRedisComesBackOldAndThenEmptyNeverShareANumber() throws Exception {
    JoinStream stream = new JoinStream(crowd.http(), crowd.log(), crowd::newFan);
    await().atMost(PATIENCE).until(() -> stream.count() > 200);
    OldCopy old = OldCopy.of(folder);
    awaitMore(stream);
    redis.kill();
    old.putBack();
    redis.restart();
    awaitGaps(1);
    awaitMore(stream);
    redis.kill();
    redis.restartEmpty();
    awaitGaps(2);
    awaitMore(stream);
    stream.close();
    await().atMost(PATIENCE).until(stream::ended);
    crowd.fans().addAll(stream.joined());
    long numbers = crowd.fans().stream().mapToInt(Fan::arrival).distinct().count();
    assertEquals(crowd.fans().size(), numbers);
    assertEquals(List.of(), JoinOrder.violations(crowd.fans()));
    assertTrue(crowd.fans().stream().noneMatch(this::inAGap));
    everybodyStandsWhereTheyStood();
    assertEquals(List.of(), crowd.log().faults());
  }

  private static void awaitMore(JoinStream stream) {
    int before = stream.count();
    await().atMost(PATIENCE).until(() -> stream.count() > before + 200);
  }

  private boolean inAGap(Fan fan) {
    return gaps().stream()
        .map(JsonObject.class::cast)
        .anyMatch(
            gap -> gap.getInteger("from") <= fan.arrival() && fan.arrival() < gap.getInteger("to"));
  }

  private void nobodyIsLetInAndNobodyForgotten() {
    Fan waiting = waiting().get(0);
    isRestoring(CrowdHttp.await(crowd.newFan().join()));
    isRestoring(CrowdHttp.await(waiting.claim()));
    isRestoring(CrowdHttp.await(calledAndOutside().claim()));
    isRestoring(crowd.dial(FAST));
    stands(waiting, "waiting");
    stands(calledAndOutside(), "called");
    assertEquals(200, CrowdHttp.await(buyer(inside()).map()).status());
  }

  private static void stands(Fan fan, String state) {
    int position = fan.position();
    Answer look = CrowdHttp.await(fan.look());
    assertEquals(200, look.status(), () -> look.json() + "");
    assertEquals(position, look.body().getInteger("position"));
    assertEquals(state, look.body().getString("state"));
  }

  private static void isRestoring(Answer answer) {
    assertEquals(503, answer.status(), () -> answer.json() + "");
    assertEquals("restoring", answer.code());
    assertEquals("2", answer.headers().get("Retry-After"));
  }

  private void awaitGaps(int count) {
    await().atMost(PATIENCE).until(() -> gaps().size() == count);
    // Both documents may be a second old.
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertEquals(gaps(), crowd.draw().getJsonArray("gaps")));
  }

  /** A changed position is a fault that the log has; the rest is checked here. */
  private void everybodyStandsWhereTheyStood() {
    int[] published = PublishedDraw.positions(crowd.draw());
    assertEquals(EARLY, published.length);
    List<Answer> looks = Crowd.each(crowd.fans(), Fan::look);
    for (int i = 0; i < looks.size(); i++) {
      Answer look = looks.get(i);
      assertEquals(200, look.status());
      int arrival = crowd.fans().get(i).arrival();
      int expected = arrival < EARLY ? published[arrival] : arrival;
      assertEquals(expected, look.body().getInteger("position"));
    }
  }

  private void newcomersStandBehindTheGap() {
    int highest = crowd.fans().stream().mapToInt(Fan::arrival).max().orElseThrow();
    // Each event loop may serve a document that is a second old.
    JsonArray gaps = await().atMost(PATIENCE).until(this::gaps, known -> !known.isEmpty());
    JsonObject gap = gaps.getJsonObject(0);
    assertTrue(highest < gap.getInteger("from"), highest + " is not in the gap " + gap);
    List<Fan> newcomers = crowd.join(20);
    int first = newcomers.stream().mapToInt(Fan::arrival).min().orElseThrow();
    assertEquals(gap.getInteger("to"), first);
    newcomers.forEach(fan -> fan.live(Habit.PROMPT));
  }

  private void theQueueGoesOnPastTheGap() {
    assertEquals(200, crowd.dial(FAST).status());
    Fan missed = calledAndOutside();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> CrowdHttp.await(missed.claim()).status() == 201);
    Fan last = crowd.fans().stream().max(Comparator.comparingInt(Fan::arrival)).orElseThrow();
    await().atMost(PATIENCE).until(() -> last.admission() != null);
    await()
        .atMost(PATIENCE)
        .until(() -> crowd.fans().stream().noneMatch(RedisRestartIT::stillToCome));
    assertEquals(200, CrowdHttp.await(buyer(last).map()).status());
    assertEquals(List.of(), crowd.log().faults());
    await().atMost(PATIENCE).until(() -> crowd.status().body().getInteger("waiting") == 0);
  }

  private static boolean stillToCome(Fan fan) {
    return fan.habit() == Habit.PROMPT && fan.admission() == null;
  }

  private String phase() {
    return crowd.status().body().getString("phase");
  }

  private JsonArray gaps() {
    return crowd.status().body().getJsonArray("gaps");
  }

  private Fan inside() {
    return crowd.fans().stream().filter(fan -> fan.admission() != null).findFirst().orElseThrow();
  }

  /** Two of those inside. */
  private List<Buyer> buyers() {
    return crowd.fans().stream()
        .filter(fan -> fan.admission() != null)
        .limit(2)
        .map(this::buyer)
        .toList();
  }

  private Fan calledAndOutside() {
    return anyCalledAndOutside().orElseThrow(() -> new AssertionError("everybody called came"));
  }

  /** Somebody whose turn it is and who has not come. */
  private Optional<Fan> anyCalledAndOutside() {
    int cutoff = crowd.status().body().getInteger("cutoff");
    return crowd.fans().stream()
        .filter(fan -> fan.habit() == Habit.ABSENT && fan.admission() == null)
        .filter(fan -> fan.position() < cutoff)
        .findFirst();
  }

  /** From the last one on, who is the last to be called. */
  private List<Fan> waiting() {
    int cutoff = crowd.status().body().getInteger("cutoff");
    return crowd.fans().stream()
        .filter(fan -> fan.position() > cutoff)
        .sorted(Comparator.comparingInt(Fan::position).reversed())
        .toList();
  }

  private Buyer buyer(Fan fan) {
    CrowdLog.Admission admission = fan.admission();
    assertTrue(admission != null, "is inside");
    return new Buyer(crowd.http(), demo.fans(), admission.token());
  }
}
