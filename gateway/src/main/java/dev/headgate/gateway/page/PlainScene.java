package dev.headgate.gateway.page;

import java.util.List;

/** What may be the case for a fan without scripts, how it is said, and what they can do then. */
public enum PlainScene {
  JOIN("page.headline", "noscript.text"),
  CLOSED("closed.headline", "plain.closed"),
  DRAW("draw.headline", "draw.lead"),
  DRAW_UNSET("draw-unset.headline", "draw-unset.lead"),
  ROUND("round.headline", "round.lead"),
  DRAWING("drawing.headline", "drawing.lead"),
  MOMENT("moment.headline", "moment.lead"),
  KEPT("moment.headline", "kept.lead"),
  EARLY("line.headline", "early.lead"),
  EARLY_UNSET("line.headline", "early-unset.lead"),
  LINE("line.headline", "plain.line"),
  LINE_HELD("line.headline", "held.lead"),
  NEXT("next.headline", "plain.line"),
  NEXT_HELD("next.headline", "held.lead"),
  PAUSED("paused.headline", "paused.lead"),
  PAUSED_TURN("paused-turn.headline", "paused-turn.lead"),
  CALLED("called.headline", "called.lead"),
  DOOR("door.headline", "plain.door"),
  ADMITTED("admitted.headline", "admitted.lead"),
  INSIDE("inside.headline", "inside.lead"),
  OVER("over.headline", "over.lead"),
  RESET("reset.headline", "reset.lead"),
  ENDED("ended.headline", "ended.lead"),
  SOLD_FOR_NOW("sold-for-now.headline", "sold-for-now.lead"),
  SOLD_OUT("sold-out.headline", "sold-out.lead"),
  REJECTED("rejected.headline", "rejected.lead"),
  ENTRY("entry.headline", "entry.lead"),
  FULL("full.headline", "plain.full"),
  COOKIES("cookies.headline", "cookies.lead"),
  KEY("plain.key.headline", "plain.key.lead"),
  CHECK("plain.check.headline", "plain.check.lead"),
  AWAY("page.headline", "trouble.restoring");

  /** What a form does; all but the last two join, and differ in what they are called. */
  enum Way {
    JOIN("noscript.join"),
    JOIN_AGAIN("rejoin.again"),
    JOIN_WITHOUT("rejoin.without"),
    TRY_AGAIN("rejoin.retry"),
    ENTER(""),
    LEAVE("");

    private final String label;

    Way(String label) {
      this.label = label;
    }

    /** The message on a button that joins; empty for others. */
    String label() {
      return label;
    }
  }

  private final String headline;
  private final String lead;

  PlainScene(String headline, String lead) {
    this.headline = headline;
    this.lead = lead;
  }

  String headline() {
    return headline;
  }

  String lead() {
    return lead;
  }

  /** What is offered, the likeliest first. */
  List<Way> ways() {
    return switch (this) {
      case JOIN -> List.of(Way.JOIN);
      case CALLED, DOOR, ADMITTED -> List.of(Way.ENTER, Way.LEAVE);
      case INSIDE -> List.of(Way.LEAVE);
      case OVER, RESET -> List.of(Way.JOIN_AGAIN);
      case ENTRY -> List.of(Way.JOIN_WITHOUT);
      case FULL, COOKIES -> List.of(Way.TRY_AGAIN);
      default -> List.of();
    };
  }
}
