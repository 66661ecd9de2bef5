package dev.headgate.booking.http;

import java.util.HashMap;
import java.util.Map;

/** How many streams are open, in all and of each customer. */
final class StreamPlaces {
  private final int most;
  private final int mostOfOne;
  private final Map<String, Integer> ofEach = new HashMap<>();
  private int all;

  StreamPlaces(int most, int mostOfOne) {
    this.most = most;
    this.mostOfOne = mostOfOne;
  }

  /** How a request for a place ends. */
  enum Answer {
    YOURS,
    /** The customer has as many as one may have. */
    TOO_MANY_OF_ONE,
    FULL
  }

  synchronized Answer enter(String customer) {
    int own = ofEach.getOrDefault(customer, 0);
    if (own >= mostOfOne) {
      return Answer.TOO_MANY_OF_ONE;
    }
    if (all >= most) {
      return Answer.FULL;
    }
    ofEach.put(customer, own + 1);
    all++;
    return Answer.YOURS;
  }

  synchronized void leave(String customer) {
    ofEach.computeIfPresent(customer, (same, own) -> own == 1 ? null : Integer.valueOf(own - 1));
    all--;
  }
}
