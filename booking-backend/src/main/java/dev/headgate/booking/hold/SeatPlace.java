package dev.headgate.booking.hold;

import org.jspecify.annotations.Nullable;

/** A seat's row and number, as its name says them. */
record SeatPlace(String row, int number) {
  private static final int MOST_DIGITS = 6;

  /** Null for a name that no seat can have. */
  static @Nullable SeatPlace of(String seat) {
    int dash = seat.lastIndexOf('-');
    String number = seat.substring(dash + 1);
    boolean isNumber = number.length() <= MOST_DIGITS && number.matches("[1-9][0-9]*");
    return dash > 0 && isNumber
        ? new SeatPlace(seat.substring(0, dash), Integer.parseInt(number))
        : null;
  }
}
