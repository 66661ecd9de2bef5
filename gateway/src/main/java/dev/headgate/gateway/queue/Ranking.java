package dev.headgate.gateway.queue;

import dev.headgate.policy.order.Draw;
import java.util.OptionalInt;

/** From arrival numbers to positions, as far as draws have been made. */
interface Ranking {

  /** The position of an arrival number; empty where its draw has not been made. */
  OptionalInt positionOf(int arrival);

  /** Arrivals below it have been drawn. */
  int frontier();

  /** Whether those who were not drawn stand behind by time. */
  boolean byTimeBehind();

  /** One draw, and everyone later by time. */
  static Ranking of(Draw draw) {
    return new Ranking() {
      @Override
      public OptionalInt positionOf(int arrival) {
        return OptionalInt.of(draw.positionOf(arrival));
      }

      @Override
      public int frontier() {
        return draw.entrants();
      }

      @Override
      public boolean byTimeBehind() {
        return true;
      }
    };
  }
}
