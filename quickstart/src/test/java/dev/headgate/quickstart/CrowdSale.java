package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.quickstart.CrowdHttp.Answer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/**
 * A sale with 2,000 fans on the running demo, from before its start until everybody who comes is
 * inside, recorded for the checks afterwards.
 */
final class CrowdSale implements AutoCloseable {
  static final int HALF = 1_000;

  /** So low that fans who are slow to come cannot have the whole queue called before the halt. */
  static final int DIAL = 600;

  static final int RAISED_DIAL = 1_800;
  static final int BUYERS = 200;

  /** More than the dial lets in within a minute, so that the minute's ceiling is met. */
  private static final int INSIDE_BEFORE_HALT = DIAL + 30;

  private static final int TOO_EARLY = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final DemoProcess demo;
  private final Crowd crowd;
  private final StatusWatch watch;
  private final List<DialChange> dials = new ArrayList<>();

  final CrowdLog log;
  final JsonObject drawBefore;
  final List<Fan> early;
  final List<Answer> claimsBeforeTheDraw;
  final List<Answer> looksBeforeTheDraw;
  final Answer statusBeforeTheDraw;
  final JsonObject drawAfter;
  final List<Fan> late;
  final List<Answer> claimsFromBehind;
  final Halt halt;
  final List<Buyer> buyers;
  final List<List<String>> holdsByBuyer;
  final List<Answer> releases;

  /**
   * What was seen while the dial stood at 0.
   *
   * @param cutoff where the queue stood
   * @param looks of all fans
   * @param claimsBeyond of those next behind the cutoff
   * @param claimBelow of one who is called and was not there before
   */
  record Halt(
      DialChange stopped,
      int cutoff,
      List<Answer> looks,
      List<Answer> claimsBeyond,
      Answer claimBelow) {}

  /** Runs the whole sale. */
  CrowdSale(DemoProcess demo) {
    this.demo = demo;
    crowd = new Crowd(demo);
    watch = new StatusWatch(crowd.http(), demo.fans());
    log = crowd.log();
    drawBefore = crowd.draw();
    early = crowd.join(HALF);
    claimsBeforeTheDraw = Crowd.each(early.subList(0, TOO_EARLY), Fan::claim);
    looksBeforeTheDraw = Crowd.each(early.subList(0, TOO_EARLY), Fan::look);
    statusBeforeTheDraw = crowd.status();
    // Moved, and not timed: on a slow machine, too, all of them are in the draw.
    new OperatorDesk(demo).startsNow();
    drawAfter = awaitDraw();
    late = crowd.join(HALF);
    claimsFromBehind = Crowd.each(late.subList(HALF - TOO_EARLY, HALF), Fan::claim);
    everybodyLives();
    halt = halt();
    buyers = buyers();
    holdsByBuyer = Crowd.each(buyers, Buyer::ownHolds);
    releases = Crowd.each(buyers, Buyer::release);
    DialChange unused = turn(RAISED_DIAL);
    await().atMost(PATIENCE).until(() -> log.admissionCount() >= coming().size());
  }

  static DemoProcess startDemo() {
    return DemoProcess.start("--on-sale-in", "3600", "--rate", DIAL + "", "--seats", "4000");
  }

  /** Returns when more are inside than one minute lets in. */
  private void everybodyLives() {
    long start = Instant.parse(drawAfter.getString("drawnAt")).toEpochMilli();
    dials.add(new DialChange(DIAL, start, start));
    IntStream.range(0, 2 * HALF).forEach(i -> all().get(i).live(habitOf(i)));
    await().atMost(PATIENCE).until(() -> log.admissionCount() >= INSIDE_BEFORE_HALT);
  }

  /** One in five never comes, one in twenty comes late. */
  private static Fan.Habit habitOf(int index) {
    if (index % 5 == 0) {
      return Fan.Habit.ABSENT;
    }
    return index % 20 == 1 ? Fan.Habit.LATE : Fan.Habit.PROMPT;
  }

  List<Fan> all() {
    return crowd.fans();
  }

  List<Fan> coming() {
    return all().stream().filter(fan -> fan.habit() != Fan.Habit.ABSENT).toList();
  }

  List<Answer> statuses() {
    return watch.readings();
  }

  List<DialChange> dials() {
    return List.copyOf(dials);
  }

  /** The seats that anybody can have, as the map shows them now. */
  List<String> freeSeats() {
    return CrowdHttp.await(buyers.get(0).freeSeats());
  }

  @Override
  public void close() {
    crowd.close();
  }

  private JsonObject awaitDraw() {
    await()
        .atMost(PATIENCE)
        .until(() -> "on-sale".equals(crowd.status().body().getString("phase")));
    return crowd.draw();
  }

  private Halt halt() {
    DialChange stopped = turn(0);
    int cutoff = standstill();
    List<Answer> looks = Crowd.each(all(), Fan::look);
    List<Fan> inOrder = all().stream().sorted(Comparator.comparingInt(Fan::position)).toList();
    List<Fan> beyond = inOrder.subList(cutoff, cutoff + TOO_EARLY);
    Fan below =
        inOrder.subList(0, cutoff).stream()
            .filter(fan -> fan.habit() == Fan.Habit.ABSENT)
            .reduce((earlier, later) -> later) // The last one's turn has only begun.
            .orElseThrow();
    List<Answer> claimsBeyond = Crowd.each(beyond, Fan::claim);
    return new Halt(stopped, cutoff, looks, claimsBeyond, CrowdHttp.await(below.claim()));
  }

  /** The cutoff, once neither it nor the number of those inside has changed for a while. */
  private int standstill() {
    AtomicReference<List<Integer>> last = new AtomicReference<>(List.of());
    await()
        .atMost(PATIENCE)
        .during(Duration.ofSeconds(4))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              List<Integer> now = List.of(cutoff(crowd.status()), log.admissionCount());
              return now.equals(last.getAndSet(now));
            });
    return cutoff(crowd.status());
  }

  private List<Buyer> buyers() {
    List<Buyer> all =
        log.admissions().stream()
            .limit(BUYERS)
            .map(inside -> new Buyer(crowd.http(), demo.fans(), inside.token()))
            .toList();
    List<String> free = CrowdHttp.await(all.get(0).freeSeats());
    List<Integer> indexes = IntStream.range(0, BUYERS).boxed().toList();
    List<Answer> unused = Crowd.each(indexes, i -> all.get(i).hold(free.get(i)));
    return all;
  }

  private DialChange turn(int perMinute) {
    long sent = System.currentTimeMillis();
    Answer answer = crowd.dial(perMinute);
    assertEquals(200, answer.status(), () -> "the dial: " + answer.json());
    DialChange change = new DialChange(perMinute, sent, System.currentTimeMillis());
    dials.add(change);
    return change;
  }

  static int cutoff(Answer status) {
    return status.body().getInteger("cutoff");
  }
}
