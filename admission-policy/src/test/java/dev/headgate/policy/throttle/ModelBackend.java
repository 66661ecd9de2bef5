package dev.headgate.policy.throttle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * A shop as the throttle sees it, second by second. It answers so many holds a minute; what it
 * cannot answer queues up for ten seconds and then fails. Fans who were let in ask for seats for a
 * while, so that the load follows the admissions late. The nearer it is to its capacity, the slower
 * it gets: with one server by and by, with many all at once. What is measured is that of the last
 * ten seconds, and is off by chance.
 */
final class ModelBackend {
  private static final int WINDOW_SECONDS = 10;
  private static final double TIMEOUT_SECONDS = 10;
  private static final double BASE_MILLIS = 100;

  /** Of its connections to the database, all are in use a good deal beyond the capacity. */
  private static final double POOL_PERCENT = 70;

  private final Kind kind;
  private final SplittableRandom random;
  private final Deque<Double> latencies = new ArrayDeque<>();
  private double load;
  private double backlog;
  private double capacity;

  /**
   * What sort of shop it is.
   *
   * @param lingerSeconds how long after the admission a fan asks for seats, in the mean
   * @param servers how many answer at a time: how suddenly it gets slow
   * @param noise how far a measured figure is off by chance, as a share
   */
  record Kind(double lingerSeconds, int servers, double noise) {}

  ModelBackend(Kind kind, double capacity, long seed) {
    this.kind = kind;
    this.capacity = capacity;
    random = new SplittableRandom(seed);
  }

  void capacity(double perMinute) {
    capacity = perMinute;
  }

  /** Lets one second pass in which fans were let in at that rate; the health after it. */
  Health second(double perMinute) {
    load += (perMinute - load) / kind.lingerSeconds;
    backlog = Math.max(0, backlog + (load - capacity) / 60);
    double most = capacity / 60 * TIMEOUT_SECONDS;
    double lost = Math.max(0, backlog - most);
    backlog -= lost;
    double used = load / capacity;
    double slower = 1 / (1 - Math.min(0.95, Math.pow(used, kind.servers)));
    latencies.addLast(BASE_MILLIS * slower + backlog / capacity * 60_000);
    if (latencies.size() > WINDOW_SECONDS) {
      latencies.removeFirst();
    }
    double p95 = latencies.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double errors = load > 0 ? lost * 60 / load : 0;
    return new Health(
        noisy(p95),
        noisy(errors * 1_000),
        OptionalInt.of((int) (POOL_PERCENT * Math.min(1.4, used))));
  }

  private OptionalInt noisy(double value) {
    return OptionalInt.of((int) (value * (1 + kind.noise * (2 * random.nextDouble() - 1))));
  }
}
