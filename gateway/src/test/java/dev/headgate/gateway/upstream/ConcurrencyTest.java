package dev.headgate.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.config.OutlierRules;
import dev.headgate.gateway.config.OutlierRules.AllOut;
import dev.headgate.gateway.config.ServerLimits;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads at once, as event loops are. */
class ConcurrencyTest {
  private static final int THREADS = 200;
  private static final int ROUNDS = 500;
  private static final int SERVERS = 4;

  private final Vertx vertx = Vertx.vertx();
  private final Farm farm = new Farm(vertx);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void whateverEndsHoweverNoOpenRequestIsLostOrCountedTwice() throws Exception {
    Upstreams upstreams = farm.shop(Farm.of(SERVERS, AllOut.TRY));
    List<List<Try>> left = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      left.add(new ArrayList<>());
    }
    together(
        thread -> {
          SplittableRandom random = new SplittableRandom(thread);
          List<Try> mine = left.get(thread);
          int taken = 0;
          for (int i = 0; i < ROUNDS; i++) {
            Try one = upstreams.next("shop", null);
            if (one != null) {
              mine.add(one);
              taken++;
            }
            if (random.nextInt(4) > 0 && !mine.isEmpty()) {
              end(mine.remove(random.nextInt(mine.size())), random);
            }
            farm.nanos.addAndGet(100_000);
          }
          return taken;
        });
    int[] open = new int[SERVERS];
    left.forEach(mine -> mine.forEach(one -> open[Farm.at(one)]++));
    for (int i = 0; i < SERVERS; i++) {
      assertEquals(open[i], farm.gauge("headgate.upstream.outstanding.requests", i), "server " + i);
    }
    left.forEach(mine -> mine.forEach(Try::abandoned));
    for (int i = 0; i < SERVERS; i++) {
      assertEquals(0, farm.gauge("headgate.upstream.outstanding.requests", i), "server " + i);
    }
  }

  private static void end(Try one, SplittableRandom random) {
    switch (random.nextInt(4)) {
      case 0 -> one.answered(200, 1);
      case 1 -> one.answered(503, 1);
      case 2 -> one.failed();
      default -> one.abandoned();
    }
    if (random.nextInt(10) == 0) {
      one.failed();
    }
  }

  @Test
  void theLimitOfAServerIsNeverPassedAndNoRoomIsLost() throws Exception {
    ServerLimits limits = new ServerLimits(6, 1);
    Upstreams upstreams = farm.shop(Farm.of(SERVERS, OutlierRules.usual(), limits));
    AtomicIntegerArray open = new AtomicIntegerArray(SERVERS);
    AtomicIntegerArray most = new AtomicIntegerArray(SERVERS);
    together(
        thread -> {
          int taken = 0;
          for (int i = 0; i < ROUNDS; i++) {
            Try one = upstreams.next("shop", null);
            if (one != null) {
              int server = Farm.at(one);
              most.accumulateAndGet(server, open.incrementAndGet(server), Math::max);
              Thread.onSpinWait();
              open.decrementAndGet(server);
              one.answered(200, 1);
              taken++;
            }
          }
          return taken;
        });
    for (int i = 0; i < SERVERS; i++) {
      assertTrue(most.get(i) <= 7, "server " + i + ": " + most.get(i));
    }
    List<Try> all = new ArrayList<>();
    for (Try one = upstreams.next("shop", null); one != null; one = upstreams.next("shop", null)) {
      all.add(one);
    }
    assertEquals(7 * SERVERS, all.size());
  }

  @Test
  void ofManyWhoComeAtOnceOneIsLetThroughToSee() throws Exception {
    Upstreams upstreams = farm.shop(Farm.of(1, AllOut.REFUSE));
    for (int round = 0; round < 20; round++) {
      Farm.putOut(upstreams, 0);
      farm.pass(Duration.ofSeconds(2));
      List<Try> through = new ArrayList<>();
      List<Integer> taken =
          together(
              thread -> {
                Try one = upstreams.next("shop", null);
                if (one == null) {
                  return 0;
                }
                synchronized (through) {
                  through.add(one);
                }
                return 1;
              });
      assertEquals(1, taken.stream().mapToInt(Integer::intValue).sum(), "round " + round);
      through.get(0).answered(200, 1);
    }
  }

  @Test
  void whoLeavesWithoutHavingSeenAnythingMakesRoomForOneOther() throws Exception {
    Upstreams upstreams = farm.shop(Farm.of(1, AllOut.REFUSE));
    Farm.putOut(upstreams, 0);
    farm.pass(Duration.ofSeconds(5));
    AtomicInteger seeing = new AtomicInteger();
    List<Integer> most =
        together(
            thread -> {
              int together = 0;
              for (int i = 0; i < 20 * ROUNDS; i++) {
                Try one = upstreams.next("shop", null);
                if (one != null) {
                  together = Math.max(together, seeing.incrementAndGet());
                  seeing.decrementAndGet();
                  one.abandoned();
                }
              }
              return together;
            });
    assertEquals(1, most.stream().mapToInt(Integer::intValue).max().orElse(0));
    assertEquals(0, farm.gauge("headgate.upstream.outstanding.requests", 0));
  }

  @Test
  void ofManyFailuresAtOnceOnePutsTheServerOut() throws Exception {
    Upstreams upstreams = farm.shop(Farm.of(1, AllOut.REFUSE));
    List<Try> open = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Try one = upstreams.next("shop", null);
      if (one != null) {
        open.add(one);
      }
    }
    together(
        thread -> {
          open.get(thread).failed();
          return 0;
        });
    double ejections =
        farm.metrics.get("headgate.upstream.ejections").counters().stream()
            .mapToDouble(counter -> counter.count())
            .sum();
    assertEquals(1, ejections);
    assertEquals(0, farm.gauge("headgate.upstream.outstanding.requests", 0));
  }

  /** Lets all threads begin at once; answers what each said. */
  @CanIgnoreReturnValue
  private static List<Integer> together(IntUnaryOperator work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CountDownLatch begin = new CountDownLatch(1);
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        running.add(
            threads.submit(
                () -> {
                  begin.await();
                  return work.applyAsInt(thread);
                }));
      }
      begin.countDown();
      List<Integer> said = new ArrayList<>();
      for (Future<Integer> one : running) {
        said.add(one.get());
      }
      return said;
    } finally {
      threads.shutdownNow();
    }
  }
}
