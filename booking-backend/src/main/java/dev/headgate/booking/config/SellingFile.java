package dev.headgate.booking.config;

import dev.headgate.booking.config.EventSettings.Block;
import dev.headgate.booking.config.EventSettings.Price;
import dev.headgate.booking.config.EventSettings.Selling;
import dev.headgate.booking.price.PricePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads how an event's seats are given out, kept back and priced. */
final class SellingFile {
  private final Node event;
  private final Consumer<String> faults;

  SellingFile(Node event, Consumer<String> faults) {
    this.event = event;
    this.faults = faults;
  }

  @Nullable Selling read() {
    Selling or = Selling.defaults();
    Node seating = event.child("seating");
    var waiting = seating.choice("waiting", or.waiting());
    var singles = seating.choice("singleSeats", or.singleSeats());
    seating.refuseUnknown();
    List<Block> blocks = new ArrayList<>();
    for (Node node : event.children("blocks")) {
      Block block = block(node);
      if (block != null) {
        blocks.add(block);
      }
    }
    PricePolicy pricing = event.has("pricing") ? pricing(event.child("pricing")) : null;
    return made(() -> new Selling(waiting, singles, blocks, pricing));
  }

  private @Nullable Block block(Node node) {
    String name = node.required("name");
    String type = node.text("ticketType", "standard");
    int cents = node.requiredNumber("priceCents");
    Set<String> sections = Set.copyOf(node.strings("sections"));
    Set<String> rows = Set.copyOf(node.strings("rows"));
    Set<String> seats = Set.copyOf(node.strings("seats"));
    var releaseAt = node.instant("releaseAt");
    node.refuseUnknown();
    return made(() -> new Block(name, new Price(type, cents), sections, rows, seats, releaseAt));
  }

  private @Nullable PricePolicy pricing(Node node) {
    List<PricePolicy.Tier> ladder = new ArrayList<>();
    for (Node rung : node.children("ladder")) {
      int below = rung.requiredNumber("belowFreePerMille");
      int factor = rung.requiredNumber("perMille");
      rung.refuseUnknown();
      PricePolicy.Tier tier = made(() -> new PricePolicy.Tier(below, factor));
      if (tier != null) {
        ladder.add(tier);
      }
    }
    PricePolicy.Demand demand = node.has("demand") ? demand(node.child("demand")) : null;
    int floor = node.number("floorPerMille", PricePolicy.UNCHANGED);
    int ceiling = node.requiredNumber("ceilingPerMille");
    int step = node.number("stepPerMille", 50);
    node.refuseUnknown();
    return made(() -> new PricePolicy(ladder, demand, floor, ceiling, step));
  }

  private PricePolicy.@Nullable Demand demand(Node node) {
    int scarcity = node.number("scarcityPerMille", 0);
    int pace = node.number("pacePerMille", 0);
    int expected = node.number("expectedHoldsPerMinute", 100);
    int late = node.number("latePerMille", 0);
    Duration window = node.duration("lateWindow", Duration.ofDays(1));
    node.refuseUnknown();
    return made(() -> new PricePolicy.Demand(scarcity, pace, expected, late, window));
  }

  private <T> @Nullable T made(Supplier<T> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException wrong) {
      faults.accept(String.valueOf(wrong.getMessage()));
      return null;
    }
  }
}
