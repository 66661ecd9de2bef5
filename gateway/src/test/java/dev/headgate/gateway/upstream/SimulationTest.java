package dev.headgate.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.OutlierRules.AllOut;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Crowds and servers that break at random, in virtual time; the seed is the story. */
class SimulationTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final int STEPS = 20_000;
  private static final long PATIENCE = Duration.ofSeconds(5).toNanos();

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  /** A request under way, and what was known of its server when it was sent. */
  private record Open(Try attempt, int server, boolean probe, long at) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 20_301_231})
  void whateverBreaksTheRulesHold(long seed) {
    new Run(seed).go();
  }

  private static final class Run {
    private final long seed;
    private final Random random;
    private final Farm farm = new Farm(VERTX);
    private final int servers;
    private final boolean tries;
    private final Upstreams upstreams;
    private final boolean[] broken;
    private final int[] open;
    private final List<Open> under = new ArrayList<>();
    private int step;

    Run(long seed) {
      this.seed = seed;
      random = new Random(seed);
      servers = 1 + random.nextInt(6);
      tries = random.nextBoolean();
      broken = new boolean[servers];
      open = new int[servers];
      upstreams = farm.shop(Farm.of(servers, tries ? AllOut.TRY : AllOut.REFUSE));
    }

    void go() {
      for (step = 0; step < STEPS; step++) {
        farm.nanos.addAndGet(random.nextInt(20_000_000));
        if (random.nextInt(300) == 0) {
          int one = random.nextInt(servers);
          broken[one] = !broken[one];
        }
        if (under.isEmpty() || random.nextInt(100) < (under.size() > 60 ? 20 : 51)) {
          send();
        } else {
          end();
        }
        for (int i = 0; i < servers; i++) {
          double shown = farm.gauge("headgate.upstream.outstanding.requests", i);
          assertEquals(open[i], shown, this::where);
        }
      }
      recover();
    }

    private void send() {
      boolean[] up = up();
      Try instead = random.nextInt(8) == 0 && !under.isEmpty() ? pick().attempt() : null;
      Try attempt = upstreams.next("shop", instead);
      int server = Farm.at(attempt);
      int but = servers == 1 ? -1 : Farm.at(instead);
      boolean anyUp = false;
      for (int i = 0; i < servers; i++) {
        anyUp |= up[i] && i != but;
      }
      if (attempt == null) {
        assertTrue(!anyUp && !(tries && servers > 1), this::where);
        return;
      }
      assertTrue(but < 0 || server != but, this::where);
      boolean probe = !up[server] && !(tries && !anyUp);
      if (probe) {
        assertTrue(instead == null || !anyUp, this::where);
        long now = farm.nanos.get();
        assertTrue(
            under.stream()
                .noneMatch(o -> o.probe() && o.server() == server && now - o.at() < PATIENCE),
            this::where);
      } else if (up[server]) {
        int fewest = Integer.MAX_VALUE;
        for (int i = 0; i < servers; i++) {
          fewest = up[i] && i != but ? Math.min(fewest, open[i]) : fewest;
        }
        assertEquals(fewest, open[server], this::where);
      }
      open[server]++;
      under.add(new Open(attempt, server, probe, farm.nanos.get()));
    }

    private void end() {
      Open one = pick();
      under.remove(one);
      open[one.server()]--;
      int how = random.nextInt(100);
      if (how < 5) {
        one.attempt().abandoned();
      } else if (broken[one.server()] ? how < 90 : how < 7) {
        if (random.nextBoolean()) {
          one.attempt().failed();
        } else {
          one.attempt().answered(503, 1);
        }
      } else {
        one.attempt().answered(how < 50 ? 500 : 200, 1);
      }
    }

    private Open pick() {
      return under.get(random.nextInt(under.size()));
    }

    /** All are well from now on, and so after a while all are asked again, and evenly. */
    private void recover() {
      Arrays.fill(broken, false);
      under.forEach(one -> one.attempt().abandoned());
      farm.pass(Duration.ofMinutes(2));
      for (int i = 0; i < servers; i++) {
        Try one = upstreams.next("shop", null);
        assertNotEquals(-1, Farm.at(one), this::where);
        if (one != null) {
          one.answered(200, 1);
        }
      }
      int[] asked = new int[servers];
      for (int i = 0; i < 100 * servers; i++) {
        Try one = upstreams.next("shop", null);
        if (one != null) {
          asked[Farm.at(one)]++;
          one.answered(200, 1);
        }
      }
      assertTrue(Arrays.stream(asked).allMatch(times -> times >= 90), this::where);
    }

    private boolean[] up() {
      boolean[] up = new boolean[servers];
      for (int i = 0; i < servers; i++) {
        up[i] = farm.gauge("headgate.upstream.up.servers", i) == 1;
      }
      return up;
    }

    private String where() {
      return "seed " + seed + ", step " + step;
    }
  }
}
