package dev.headgate.quickstart;

import dev.headgate.quickstart.RestlessFan.Habit;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Fans of all habits: some never look, some come late, some hammer, and some come and go. */
final class RestlessCrowd implements AutoCloseable {
  /** A gateway that says nothing for so long is left for another. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Longer than our own network is ever busy, and shorter than a turn. */
  private static final Duration CONNECTION_PATIENCE = Duration.ofSeconds(10);

  private static final int HAMMERING = 2;

  private final CrowdHttp http = new CrowdHttp(CONNECTION_PATIENCE, PATIENCE);
  private final Random random;
  private final EngineLog log;
  private final RestlessFan.World world;
  private final AtomicInteger staying = new AtomicInteger();
  private final List<RestlessFan> fans = new ArrayList<>();

  RestlessCrowd(List<URI> gateways, String event, long seed) {
    random = new Random(seed);
    log = new EngineLog(gateways.size());
    world = new RestlessFan.World(http, List.copyOf(gateways), event, log);
  }

  EngineLog log() {
    return log;
  }

  /** Lets so many more come, at random moments from now on, spread over the gateways. */
  void comes(int more, Duration over) {
    for (int i = 0; i < more; i++) {
      Habit habit = fans.size() < HAMMERING ? Habit.HAMMERING : habit();
      boolean leaves = random.nextInt(4) == 0;
      RestlessFan fan =
          new RestlessFan(world, fans.size() % world.gateways().size(), habit, leaves);
      fans.add(fan);
      if (habit.stays) {
        staying.incrementAndGet();
      }
      http.later(1 + random.nextLong(over.toMillis()), fan::join);
    }
  }

  /** Whether all who stay are inside, or have been. */
  boolean allIn() {
    // Not by counting answers: one that came late comes beside the one to the second attempt.
    return fans.stream().noneMatch(RestlessFan::misses);
  }

  /** Some of those who stay and are not in, and what they did last. */
  String missing() {
    List<RestlessFan> missing = fans.stream().filter(RestlessFan::misses).toList();
    return "%d of %d are in; not in: %s; surprises: %s; failures: %s"
        .formatted(
            log.admitted.get(),
            staying.get(),
            missing.stream().limit(10).toList(),
            log.surprises(),
            log.failures().stream().limit(10).toList());
  }

  int staying() {
    return staying.get();
  }

  /** Nothing happens any more. */
  @Override
  public void close() {
    http.close();
  }

  private Habit habit() {
    int in100 = random.nextInt(100);
    if (in100 < 22) {
      return Habit.ABSENT;
    }
    if (in100 < 30) {
      return Habit.IMPATIENT;
    }
    if (in100 < 36) {
      return Habit.LATE;
    }
    return in100 < 37 ? Habit.ASLEEP : Habit.STEADY;
  }
}
