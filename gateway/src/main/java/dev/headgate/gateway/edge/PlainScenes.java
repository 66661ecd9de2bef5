package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.page.PlainScene;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Remaining;
import java.time.Instant;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What is the case for a fan without scripts; {@code scenes.js} decides the same for all others.
 * What the address says of why they came is believed where it can be so: anybody can write a link.
 */
final class PlainScenes {
  private PlainScenes() {}

  /** For somebody who has no place, or none that is known any more. */
  static PlainScene withoutPlace(EventView view, PlainAsk ask) {
    if (FanKeys.areRequired(view)) {
      return PlainScene.KEY;
    }
    PlainScene over = overForAll(view);
    if (over != null) {
      return over;
    }
    if (isClosed(view)) {
      return PlainScene.CLOSED;
    }
    return switch (ask.why()) {
      case PlainAsk.JOINED -> PlainScene.COOKIES;
      case "queue-full" -> PlainScene.FULL;
      case "entry-invalid" -> PlainScene.ENTRY;
      case "challenge-required" -> PlainScene.CHECK;
      default -> PlainScene.JOIN;
    };
  }

  private static boolean isClosed(EventView view) {
    Instant opensAt = view.settings().opensAt();
    return opensAt != null && opensAt.isAfter(view.now());
  }

  /** Where nobody who is outside gets in. */
  private static @Nullable PlainScene overForAll(EventView view) {
    if (view.phase() == Phase.ENDED) {
      return PlainScene.ENDED;
    }
    if (view.phase() == Phase.SOLD_OUT) {
      Remaining left = view.remaining();
      return left != null && left.pending() > 0 ? PlainScene.SOLD_FOR_NOW : PlainScene.SOLD_OUT;
    }
    return view.settings().mode() == Mode.REJECT ? PlainScene.REJECTED : null;
  }

  static PlainScene of(EventView view, Place place, PlainAsk ask) {
    return switch (place.standing().state()) {
      case OVER -> PlainScene.OVER;
      case ADMITTED -> inside(view, place, ask);
      case CALLED -> called(view, place, ask);
      case WAITING -> waiting(view, place, ask);
    };
  }

  /** Whether the turn was not given for want of a proof, which takes a place that needs one. */
  private static boolean wasUnproven(EventView view, Place place, PlainAsk ask) {
    boolean said = ask.is(Refusals.PROOF_REQUIRED) || ask.is(Refusals.PROOF_INVALID);
    return said && FanKeys.areNeeded(view, place.ticket());
  }

  private static PlainScene inside(EventView view, Place place, PlainAsk ask) {
    if (wasUnproven(view, place, ask)) {
      return PlainScene.KEY;
    }
    if (ask.is("moment-please")) {
      return PlainScene.DOOR;
    }
    boolean wayIsKnown = view.settings().resume() != null || !ask.way().back().isEmpty();
    return ask.is(PlainAsk.ENTERED) && !wayIsKnown ? PlainScene.INSIDE : PlainScene.ADMITTED;
  }

  private static PlainScene called(EventView view, Place place, PlainAsk ask) {
    PlainScene over = overForAll(view);
    if (over != null) {
      return over;
    }
    if (wasUnproven(view, place, ask)) {
      return PlainScene.KEY;
    }
    if (view.phase() == Phase.PAUSED) {
      return PlainScene.PAUSED_TURN;
    }
    return ask.is("moment-please") ? PlainScene.DOOR : PlainScene.CALLED;
  }

  private static PlainScene waiting(EventView view, Place place, PlainAsk ask) {
    PlainScene over = overForAll(view);
    if (over != null) {
      return over;
    }
    if (wasUnproven(view, place, ask)) {
      return PlainScene.KEY;
    }
    if (view.phase() == Phase.PAUSED) {
      return PlainScene.PAUSED;
    }
    if (inLine(view, place).isPresent()) {
      return line(view, place);
    }
    if (view.phase() == Phase.ON_SALE) {
      boolean rounds = view.settings().mode() == Mode.RANDOM_ROUNDS;
      return rounds ? PlainScene.ROUND : PlainScene.KEPT;
    }
    boolean frozen = view.entrants().isPresent();
    return frozen && ask.is("moment-please") ? PlainScene.MOMENT : beforeTheDraw(view);
  }

  private static PlainScene beforeTheDraw(EventView view) {
    Instant start = view.onSaleAt();
    if (view.phase() == Phase.DRAWING) {
      return PlainScene.DRAWING;
    }
    if (start == null) {
      return PlainScene.DRAW_UNSET;
    }
    return start.isAfter(view.now()) ? PlainScene.DRAW : PlainScene.DRAWING;
  }

  private static PlainScene line(EventView view, Place place) {
    if (view.phase() == Phase.WAITING || view.phase() == Phase.SCHEDULED) {
      return view.onSaleAt() == null ? PlainScene.EARLY_UNSET : PlainScene.EARLY;
    }
    boolean next = place.ahead(view) == 0;
    Remaining left = view.remaining();
    if (left != null && left.free() == 0 && left.pending() > 0) {
      return next ? PlainScene.NEXT_HELD : PlainScene.LINE_HELD;
    }
    return next ? PlainScene.NEXT : PlainScene.LINE;
  }

  /** Its position, where the room has a line. */
  static OptionalInt inLine(EventView view, Place place) {
    return view.settings().mode() == Mode.PASSTHROUGH ? OptionalInt.empty() : place.position();
  }
}
