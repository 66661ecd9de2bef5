package dev.headgate.booking.seat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A list of seats as a client sent it, checked before any row is looked at. Names are compared
 * exactly: nothing is trimmed or folded, so a name that only looks right is an unknown seat.
 *
 * @param seats the names, in the order sent; of use only when nothing is wrong
 * @param faults what is wrong, entry by entry
 */
public record SeatList(List<String> seats, List<Fault> faults) {
  private static final int MAX_NAME = 64;
  private static final int MAX_SHOWN = 80;
  private static final int MAX_FAULTS = 32;

  public SeatList {
    seats = List.copyOf(seats);
    faults = List.copyOf(faults);
  }

  /**
   * One bad entry.
   *
   * @param seat the entry as it was sent, shortened
   */
  public record Fault(String seat, String reason) {}

  /** Checks what stood where the list of seats belongs. */
  public static SeatList of(@Nullable Object sent, int maxSeats) {
    if (!(sent instanceof List<?> entries)) {
      return faulty(shown(sent), "expected a list of seat names");
    }
    if (entries.isEmpty()) {
      return faulty("", "expected at least one seat");
    }
    List<String> seats = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < entries.size() && faults.size() < MAX_FAULTS; i++) {
      Object entry = entries.get(i);
      String reason = fault(entry, seen);
      if (reason == null && i >= maxSeats) {
        reason = "over the maximum of " + maxSeats;
      }
      if (reason != null) {
        faults.add(new Fault(shown(entry), reason));
      } else if (entry instanceof String seat) {
        seats.add(seat);
      }
    }
    return new SeatList(seats, faults);
  }

  /** Whether the list can be asked for. */
  public boolean isValid() {
    return faults.isEmpty();
  }

  private static @Nullable String fault(@Nullable Object entry, Set<Object> seen) {
    if (!(entry instanceof String seat)) {
      return "not a string";
    }
    if (seat.isEmpty()) {
      return "empty";
    }
    if (seat.length() > MAX_NAME) {
      return "longer than " + MAX_NAME + " characters";
    }
    if (seat.chars().anyMatch(Character::isISOControl)) {
      return "control characters";
    }
    if (isSpace(seat.charAt(0)) || isSpace(seat.charAt(seat.length() - 1))) {
      return "outer spaces";
    }
    return seen.add(seat) ? null : "duplicate";
  }

  private static boolean isSpace(char character) {
    return Character.isWhitespace(character) || Character.isSpaceChar(character);
  }

  private static SeatList faulty(String entry, String reason) {
    return new SeatList(List.of(), List.of(new Fault(entry, reason)));
  }

  private static String shown(@Nullable Object entry) {
    String text = String.valueOf(entry);
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN);
  }
}
