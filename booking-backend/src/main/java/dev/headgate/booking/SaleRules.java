package dev.headgate.booking;

import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.hold.Inventory;
import dev.headgate.booking.hold.Prices;
import dev.headgate.booking.hold.Seating;
import dev.headgate.booking.map.SeatMaps;
import dev.headgate.booking.price.PricePolicy;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the clock does to what is on sale: blocks come on sale, prices move. */
final class SaleRules {
  static final Duration EVERY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(SaleRules.class);

  private final Inventory inventory;
  private final Prices prices;
  private final SeatMaps maps;
  private boolean running;

  SaleRules(Inventory inventory, Prices prices, SeatMaps maps) {
    this.inventory = inventory;
    this.prices = prices;
    this.maps = maps;
  }

  static Map<String, Seating> seating(List<EventSettings> events) {
    Map<String, Seating> seating = new HashMap<>();
    for (EventSettings event : events) {
      EventSettings.Selling selling = event.selling();
      seating.put(
          event.id(),
          new Seating(
              selling.waiting() == EventSettings.Waiting.WAIT,
              selling.singleSeats() == EventSettings.SingleSeats.AVOID));
    }
    return seating;
  }

  static Map<String, PricePolicy> pricing(List<EventSettings> events) {
    Map<String, PricePolicy> pricing = new HashMap<>();
    for (EventSettings event : events) {
      PricePolicy policy = event.selling().pricing();
      if (policy != null) {
        pricing.put(event.id(), policy);
      }
    }
    return pricing;
  }

  /** A tick during another does nothing; one that fails is logged, and the next one tries again. */
  synchronized Future<Void> tick() {
    if (running) {
      return Future.succeededFuture();
    }
    running = true;
    return blocks()
        .compose(released -> prices.tick())
        .onSuccess(events -> events.forEach(maps::changed))
        .onComplete(done -> finished())
        .onFailure(failure -> LOG.warn("prices or blocks: {}", failure.getMessage()))
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  private Future<List<Inventory.Released>> blocks() {
    return inventory
        .tick()
        .onSuccess(
            released ->
                released.forEach(
                    block -> {
                      LOG.info("{}: block {} is on sale", block.event(), block.block());
                      if (maps.knows(block.event())) {
                        maps.changed(block.event());
                      }
                    }));
  }

  private synchronized void finished() {
    running = false;
  }
}
