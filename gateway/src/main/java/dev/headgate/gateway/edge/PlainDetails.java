package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.page.PlainPage;
import dev.headgate.gateway.page.PlainPage.Clock;
import dev.headgate.gateway.page.PlainPage.Detail;
import dev.headgate.gateway.page.PlainPage.What;
import dev.headgate.gateway.page.PlainScene;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.gateway.queue.Round;
import dev.headgate.policy.estimate.Estimate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a fan without scripts is told beside the scene. */
final class PlainDetails {
  private static final int FEW = 100;

  private static final Set<PlainScene> BEFORE_THE_DRAW =
      EnumSet.of(PlainScene.DRAW, PlainScene.DRAW_UNSET, PlainScene.ROUND);
  private static final Set<PlainScene> IN_LINE =
      EnumSet.of(
          PlainScene.EARLY,
          PlainScene.EARLY_UNSET,
          PlainScene.LINE,
          PlainScene.LINE_HELD,
          PlainScene.NEXT,
          PlainScene.NEXT_HELD,
          PlainScene.PAUSED);
  private static final Set<PlainScene> PAUSED =
      EnumSet.of(PlainScene.PAUSED, PlainScene.PAUSED_TURN);

  /** Where a place is of no use any more, or just now. */
  private static final Set<PlainScene> PLACELESS =
      EnumSet.of(
          PlainScene.OVER,
          PlainScene.ENDED,
          PlainScene.SOLD_OUT,
          PlainScene.REJECTED,
          PlainScene.INSIDE,
          PlainScene.KEY);

  private final EventView view;
  private final PlainScene scene;
  private final List<Detail> details = new ArrayList<>();

  private PlainDetails(EventView view, PlainScene scene) {
    this.view = view;
    this.scene = scene;
  }

  /** To somebody without a place. */
  static List<Detail> withoutPlace(EventView view, PlainScene scene, Said said) {
    PlainDetails told = new PlainDetails(view, scene);
    told.ofTheEvent(said);
    Instant opensAt = view.settings().opensAt();
    if (scene == PlainScene.CLOSED && opensAt != null) {
      told.details.add(new Clock(What.OPENS, opensAt));
    }
    return told.details;
  }

  /** To whoever has this place. */
  static List<Detail> of(EventView view, PlainScene scene, Place place, Said said) {
    PlainDetails told = new PlainDetails(view, scene);
    told.ofTheEvent(said);
    told.clock(place);
    if (!PLACELESS.contains(scene)) {
      OptionalInt position = PlainScenes.inLine(view, place);
      told.details.add(new PlainPage.Place(place.ticket().arrival(), position));
      told.wait(place, position);
      if (IN_LINE.contains(scene) && position.isPresent()) {
        told.line(place.ahead(view), position.getAsInt());
      }
    }
    return told.details;
  }

  private void ofTheEvent(Said said) {
    Message message = said.message();
    Reason reason = said.reason();
    if (view.restoring()) {
      details.add(new PlainPage.Restoring());
    }
    if (message != null) {
      details.add(new PlainPage.Notice(message.text(), message.lang()));
    }
    if (PAUSED.contains(scene) && reason != null) {
      details.add(new PlainPage.Reason(reason.text(), reason.lang()));
    }
  }

  private void clock(Place place) {
    switch (scene) {
      case DRAW, EARLY -> clock(What.STARTS, view.onSaleAt());
      case CALLED, DOOR -> clock(What.TURN, place.standing().turnEndsAt());
      case ROUND -> {
        Round open = PublicJson.openRound(view);
        clock(What.ROUND, open == null ? null : open.closesAt());
      }
      default -> {} // Nothing comes at a time that is known.
    }
  }

  private void clock(What what, @Nullable Instant until) {
    if (until != null && until.isAfter(view.now())) {
      details.add(new Clock(what, until));
    }
  }

  private void wait(Place place, OptionalInt position) {
    boolean inLine = IN_LINE.contains(scene) && scene != PlainScene.PAUSED;
    boolean lineless = view.settings().mode() == Mode.PASSTHROUGH;
    if (lineless || !(inLine || BEFORE_THE_DRAW.contains(scene))) {
      return;
    }
    Estimate estimate = view.estimate(place.ticket().lane(), position);
    if (estimate != null) {
      details.add(new PlainPage.Wait(estimate.low(), estimate.high(), inLine));
    }
  }

  private void line(int ahead, int position) {
    details.add(new PlainPage.Line(ahead, position));
    Remaining left = view.remaining();
    if (left != null && left.free() > 0 && (left.free() <= FEW || left.free() < ahead)) {
      details.add(new PlainPage.Stock(left.free(), left.free() + left.pending() < ahead));
    }
  }
}
