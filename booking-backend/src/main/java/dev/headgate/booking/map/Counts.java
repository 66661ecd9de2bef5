package dev.headgate.booking.map;

/**
 * How many seats on sale are in which state.
 *
 * @param free that can be held
 */
public record Counts(int free, int held, int paying, int sold) {
  /** Seats that somebody holds or pays for. */
  public int pending() {
    return held + paying;
  }

  /** The counts of these letters of a projection, from one index up to another. */
  static Counts of(String states, int from, int to) {
    int free = 0;
    int held = 0;
    int paying = 0;
    for (int i = from; i < to; i++) {
      switch (states.charAt(i)) {
        case 'a' -> free++;
        case 'h' -> held++;
        case 'p' -> paying++;
        default -> {}
      }
    }
    return new Counts(free, held, paying, to - from - free - held - paying);
  }
}
