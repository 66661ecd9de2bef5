package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.FaultySale.Purchase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Purchases while everything fails: the processor is slow, loses answers and webhooks or sends them
 * twice, two shop processes are killed at any moment and started again, and the database is
 * restarted. In the end nobody has paid twice, every paid order has its tickets or its money back,
 * and no seat has two owners. {@code -Dheadgate.seed=N} runs another one, {@code
 * -Dheadgate.purchases=N} a longer one; the build's profile {@code soak} has 2,000.
 */
class FaultyPurchasesIT {
  private static final long SEED = Long.getLong("headgate.seed", 20_261_130L);
  private static final int PURCHASES = Integer.getInteger("headgate.purchases", 180);
  private static final int BUYERS = 12;
  private static final int KILL_EVERY = 80;
  private static final int RESTART_EVERY = Math.min(700, PURCHASES / 2);

  @Test
  void everyOrderEndsWithTicketsOrWithoutMoney() throws Exception {
    try (FaultySale sale = new FaultySale(SEED, PURCHASES)) {
      List<Purchase> purchases = buyAll(sale);
      sale.noMoreFaults();
      sale.awaitSettled();
      assertEquals(List.of(), sale.violations(), "seed " + SEED);
      assertEquals(List.of(), sale.moneyInTheWrongPlace(), "seed " + SEED);
      assertEquals(0, sale.messagesMissing(), "seed " + SEED);
      long sold = purchases.stream().filter(each -> each.status().equals("confirmed")).count();
      // Most cards pay, and nobody else wants these seats.
      assertTrue(sold > PURCHASES / 2, sold + " of " + PURCHASES + " were sold, seed " + SEED);
      assertEquals(sold, sale.confirmed());
      sale.report(purchases);
    }
  }

  private static List<Purchase> buyAll(FaultySale sale) throws Exception {
    ExecutorService buyers = Executors.newFixedThreadPool(BUYERS);
    AtomicInteger started = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    Thread trouble = new Thread(() -> trouble(sale, started, done), "trouble");
    trouble.start();
    try {
      List<Future<Purchase>> all = new ArrayList<>();
      for (int i = 0; i < PURCHASES; i++) {
        int number = i;
        all.add(
            buyers.submit(
                () -> {
                  started.incrementAndGet();
                  return sale.buy(number);
                }));
      }
      List<Purchase> purchases = new ArrayList<>();
      for (Future<Purchase> each : all) {
        purchases.add(each.get(10, TimeUnit.MINUTES));
      }
      return purchases;
    } finally {
      done.set(true);
      trouble.join();
      buyers.shutdownNow();
    }
  }

  /** Every so many purchases one of the shops dies, and now and then the database goes away. */
  private static void trouble(FaultySale sale, AtomicInteger started, AtomicBoolean done) {
    Random random = new Random(SEED);
    int nextKill = KILL_EVERY;
    int nextRestart = RESTART_EVERY;
    while (!done.get()) {
      if (started.get() >= nextKill) {
        nextKill += KILL_EVERY;
        sale.killAndRestart(random.nextInt(2));
      }
      if (started.get() >= nextRestart) {
        nextRestart += RESTART_EVERY;
        sale.restartDatabase();
      }
      Thread.onSpinWait();
      java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
    }
  }
}
