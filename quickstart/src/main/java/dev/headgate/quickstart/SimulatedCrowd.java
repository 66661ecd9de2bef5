package dev.headgate.quickstart;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Fans who come to the demo's sale by themselves, over the same HTTP as everybody else's, on one
 * event loop. The same seed makes the same fans.
 */
final class SimulatedCrowd implements AutoCloseable {
  /** What one machine still carries beside the demo. */
  static final int MOST_FANS = 20_000;

  private static final long REPORT_MILLIS = 5_000;
  private static final long AGAIN_MILLIS = 1_000;

  private final CrowdHttp http = new CrowdHttp();
  private final CrowdTally tally = new CrowdTally();
  private final DemoAddresses addresses;
  private final Plan plan;
  private final Consumer<String> lines;
  private String told = "";

  /**
   * What the crowd shall be.
   *
   * @param fans how many
   * @param untilSale how much later the sale starts
   * @param seed of their habits and choices
   * @param hurry how many times less than usual everything takes once they are called; 1 or more
   */
  record Plan(int fans, Duration untilSale, long seed, int hurry) {
    /** Of fans who take their time. */
    Plan(int fans, Duration untilSale, long seed) {
      this(fans, untilSale, seed, 1);
    }

    Plan {
      if (fans < 0 || fans > MOST_FANS) {
        throw new IllegalArgumentException("fans: " + fans + " (expected: 0 to " + MOST_FANS + ")");
      }
    }
  }

  private SimulatedCrowd(DemoAddresses addresses, Plan plan, Consumer<String> lines) {
    this.addresses = addresses;
    this.plan = plan;
    this.lines = lines;
  }

  /**
   * Lets them come.
   *
   * @param lines is told every few seconds what became of them, while that changes
   */
  static SimulatedCrowd start(DemoAddresses addresses, Plan plan, Consumer<String> lines) {
    SimulatedCrowd crowd = new SimulatedCrowd(addresses, plan, lines);
    crowd.askForSections();
    crowd.http.every(REPORT_MILLIS, crowd::report);
    return crowd;
  }

  CrowdTally tally() {
    return tally;
  }

  @Override
  public void close() {
    http.close();
  }

  /** Once for all of them: what is on sale. */
  private void askForSections() {
    http.get(addresses.shop().resolve("/events/" + addresses.eventId()), request -> request)
        .onComplete(
            answer -> {
              if (answer.succeeded() && answer.result().status() == 200) {
                come(sections(answer.result().body()));
              } else {
                http.later(AGAIN_MILLIS, this::askForSections);
              }
            });
  }

  private void come(List<String> sections) {
    Random random = new Random(plan.seed());
    SimulatedFan.World world =
        new SimulatedFan.World(
            http, addresses.fans(), addresses.eventId(), sections, tally, random);
    // All habits before anybody draws anything else, so that they are the same in every run.
    List<FanHabits> habits =
        Stream.generate(() -> FanHabits.drawn(random, plan.untilSale()).hurried(plan.hurry()))
            .limit(plan.fans())
            .toList();
    for (FanHabits each : habits) {
      SimulatedFan fan = new SimulatedFan(world, each);
      http.later(each.joinMillis(), fan::join);
    }
  }

  private void report() {
    String line = tally.line(plan.fans());
    if (!line.equals(told)) {
      told = line;
      lines.accept(line);
    }
  }

  private static List<String> sections(JsonObject event) {
    JsonArray sections = event.getJsonArray("sections");
    return sections.stream().map(each -> ((JsonObject) each).getString("id")).toList();
  }
}
