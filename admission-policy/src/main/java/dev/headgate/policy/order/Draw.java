package dev.headgate.policy.order;

/**
 * Where everyone stands after a draw: early arrivals as drawn, later ones behind them by time.
 *
 * <p>Immutable; 4 bytes an entrant, 8 while it is being made.
 */
public final class Draw {
  private final int[] positions;

  private Draw(int[] positions) {
    this.positions = positions;
  }

  /**
   * Draws. Two million entrants take some tenths of a second: never on an event loop.
   *
   * @throws IllegalArgumentException as {@link Lottery#order}
   */
  public static Draw lottery(String drawId, byte[] seed, byte[] beacon, int entrants) {
    int[] order = Lottery.order(drawId, seed, beacon, entrants);
    int[] positions = new int[entrants];
    for (int position = 0; position < entrants; position++) {
      positions[order[position]] = position;
    }
    return new Draw(positions);
  }

  /** N: how many took part. */
  public int entrants() {
    return positions.length;
  }

  /**
   * The position of an arrival number, both from 0.
   *
   * @throws IllegalArgumentException if {@code arrival} is negative
   */
  public int positionOf(int arrival) {
    if (arrival < 0) {
      throw new IllegalArgumentException("arrival: " + arrival + " (expected: >= 0)");
    }
    return arrival < positions.length ? positions[arrival] : arrival;
  }
}
