package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.settings;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prints what the feed and the figures of the last hour cost the store, beside the tick that it
 * does anyway: processor time of Redis itself, in rounds that alternate, so that the ratios hold on
 * a busy machine too. See docs/benchmarks.md.
 */
final class TickCosts {
  private static final String EVENT = "derby";
  private static final int ROUNDS = 15;
  private static final int CALLS = 500;
  private static final int ARRIVALS = 1_000_000;
  private static final Pattern USED = Pattern.compile("cmdstat_evalsha:calls=(\\d+),usec=(\\d+)");
  private static final String FIGURES =
      "1000000,900000,80000,7,6,5,600,5000,540,57,8.2,0.250,,0.001,,,newUsersPerMinute";

  private final QueueHarness harness;
  private final String epoch;

  private TickCosts(QueueHarness harness) {
    this.harness = harness;
    this.epoch = harness.field(EVENT, "epoch");
  }

  /** A script in the store's memory, as gateways call it. */
  private record Loaded(String sha) {}

  /** One measured thing, and what is measured of it in each round. */
  private static final class Measured {
    private final String name;
    private final Runnable call;
    private final List<Double> micros = new ArrayList<>();

    private Measured(String name, Runnable call) {
      this.name = name;
      this.call = call;
    }

    double median() {
      List<Double> sorted = new ArrayList<>(micros);
      Collections.sort(sorted);
      return sorted.get(sorted.size() / 2);
    }
  }

  public static void main(String[] args) throws IOException {
    try (QueueHarness harness = new QueueHarness(Files.createTempDirectory("tick-costs"))) {
      Events events = harness.gateway("one");
      await(events.create(EVENT, settings(Duration.ofSeconds(-1), 600, 5_000)));
      await(events.close());
      new TickCosts(harness).run();
    }
  }

  private void run() {
    String key = EventKeys.hash(EVENT);
    harness.redis(Command.HSET, key, "arrivals", Integer.toString(ARRIVALS));
    harness.redis(Command.SETBIT, key + ":claimed:0", Integer.toString(ARRIVALS), "1");
    for (int i = 0; i < 360; i++) {
      harness.redis(Command.RPUSH, key + ":history", (1_000L + i) + ",0,0:0,0," + FIGURES);
    }
    Measured bare = tick("a tick without the feed", false);
    Measured tick = tick("a tick with it, when nothing happens", true);
    Measured sample = sample();
    Measured silent = pauses("a pause or a resume without the feed", false);
    Measured told = pauses("the same with an entry in the feed", true);
    List<Measured> all = List.of(bare, tick, sample, silent, told);
    for (int round = 0; round < ROUNDS; round++) {
      all.forEach(this::measure);
    }
    all.forEach(one -> print("%-45s %8.1f us%n", one.name, one.median()));
    print("feed, of a tick: %.3f%n", tick.median() / bare.median());
    double tenth = sample.median() / 10;
    print("figures, of a tick: %.3f%n", (tick.median() + tenth) / tick.median());
    print("an entry, of a change: %.3f%n", told.median() / silent.median());
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format, values);
  }

  private void measure(Measured one) {
    one.call.run();
    harness.redis(Command.CONFIG, "RESETSTAT");
    for (int i = 0; i < CALLS; i++) {
      one.call.run();
    }
    Matcher used = USED.matcher(harness.redis(Command.INFO, "commandstats").toString());
    if (!used.find()) {
      throw new IllegalStateException("no script was run");
    }
    one.micros.add(Double.parseDouble(used.group(2)) / CALLS);
  }

  private Measured tick(String name, boolean feed) {
    Loaded snapshot = load(Script.SNAPSHOT, feed);
    Loaded advance = load(Script.ADVANCE, feed);
    return new Measured(
        name,
        () -> {
          call(snapshot, "other", 1, 0, "-", 0, 1, "", 0, "");
          Reply time = new Reply(harness.redis(Command.TIME));
          long now = time.number(0) * 1_000 + time.number(1) / 1_000;
          String ticks = harness.field(EVENT, "tick");
          String dials = harness.field(EVENT, "dialsVersion");
          call(advance, epoch, ticks, dials, now, "HALTED", "", "", "0", 600, 0, 0, 0, 0, 0);
        });
  }

  /** Each time as if ten seconds had passed. */
  private Measured sample() {
    Loaded sample = load(Script.SAMPLE, true);
    String key = EventKeys.hash(EVENT);
    return new Measured(
        "a sample, once in ten ticks",
        () -> {
          call(sample, epoch, FIGURES);
          String old = "1000,0,0:0,0," + FIGURES;
          harness.redis(Command.LSET, key + ":history", "-1", old);
          harness.redis(Command.DEL, key + ":marks");
        });
  }

  private Measured pauses(String name, boolean feed) {
    Loaded pause = load(Script.PAUSE, feed);
    return new Measured(
        name,
        () -> {
          boolean paused = harness.field(EVENT, "paused").equals("1");
          call(pause, paused ? 0 : 1, "", "");
        });
  }

  private Loaded load(Script script, boolean feed) {
    String source = script.source();
    if (!feed) {
      for (String function : List.of("tell(what, at, data)", "tell_due(fields, drawing)")) {
        String begin = "local function " + function + "\n";
        if (!source.contains(begin)) {
          throw new IllegalStateException(function + " is not in the script");
        }
        source = source.replace(begin, begin + "if true then return end\n");
      }
    }
    return new Loaded(harness.redis(Command.SCRIPT, "LOAD", source).toString());
  }

  @CanIgnoreReturnValue
  private Response call(Loaded script, Object... args) {
    Request request =
        Request.cmd(Command.EVALSHA).arg(script.sha).arg(1).arg(EventKeys.hash(EVENT));
    for (Object arg : args) {
      request.arg(arg.toString());
    }
    Response answer = await(harness.client.send(request));
    String verdict = new Reply(answer).verdict();
    if (!verdict.equals("OK") && !verdict.equals("CHANGED")) {
      throw new IllegalStateException(verdict);
    }
    return answer;
  }
}
