package dev.headgate.gateway.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An event's figures at one moment of the last hour. What was not known then is null.
 *
 * @param at when, by the store's clock
 * @param counts how many stood where
 * @param dials what was dialled, and what was left of it
 * @param shares what is measured rather than counted
 * @param shop what was known of the shop
 * @param limit which limit bound, in words
 */
public record Sample(
    Instant at, Counts counts, Dialled dials, Shares shares, Shop shop, String limit) {

  /** How far apart samples are. */
  public static final Duration EVERY = Duration.ofSeconds(10);

  private static final int FIGURES = 17;
  private static final int BEFORE = 4;

  /**
   * How many stood where; the names are those of the live figures.
   *
   * @param arrivals places handed out in the general lane
   * @param waiting places not called, over all lanes
   * @param present of them, those who were seen lately
   * @param called called, and neither come nor no-shows
   * @param door called, come, and held back
   * @param active sessions
   * @param admitted fans let in since the event's life began
   */
  public record Counts(
      int arrivals, int waiting, int present, int called, int door, int active, long admitted) {}

  /**
   * What was dialled, and what was left of it.
   *
   * @param newUsersPerMinute the dial
   * @param totalActiveUsers the dial
   * @param effectivePerMinute what the limits left of the first
   */
  public record Dialled(int newUsersPerMinute, int totalActiveUsers, int effectivePerMinute) {}

  /**
   * What is measured rather than counted.
   *
   * @param admittedLastMinute admissions in the 60 seconds before
   * @param joinsPerSecond places handed out a second
   * @param noShowShare of the fans called lately, from 0 to 1
   */
  public record Shares(int admittedLastMinute, double joinsPerSecond, double noShowShare) {}

  /**
   * What was known of the shop.
   *
   * @param p95Millis the time that 95 in 100 holds were answered within, milliseconds
   * @param errorShare the share of requests that failed, from 0 to 1
   * @param free seats nobody had
   * @param pending seats held or being paid for
   */
  public record Shop(
      @Nullable Integer p95Millis,
      @Nullable Double errorShare,
      @Nullable Integer free,
      @Nullable Integer pending) {}

  /** The figures of a view, as the store keeps them; the limit is last, for it has commas. */
  static String figures(EventView view) {
    BackendFigures backend = view.backend();
    Remaining left = view.remaining();
    List<String> figures = new ArrayList<>();
    for (int count :
        new int[] {
          view.arrivals(),
          view.waiting(),
          view.present(),
          view.pending(),
          view.door(),
          view.active(),
          view.settings().dials().newUsersPerMinute(),
          view.settings().dials().totalActiveUsers(),
          view.effectivePerMinute(),
          view.admittedLastMinute(),
        }) {
      figures.add(Integer.toString(count));
    }
    figures.add(String.format(Locale.ROOT, "%.1f", view.joinsPerSecond()));
    figures.add(String.format(Locale.ROOT, "%.3f", view.noShowShare()));
    figures.add(text(backend == null ? null : backend.p95Millis()));
    figures.add(text(backend == null ? null : backend.errorShare()));
    figures.add(text(left == null ? null : left.free()));
    figures.add(text(left == null ? null : left.pending()));
    figures.add(view.limit());
    return String.join(",", figures);
  }

  private static String text(@Nullable Number number) {
    return number == null ? "" : number.toString();
  }

  /** Reads an entry of the store; null where another version wrote it in another way. */
  static @Nullable Sample read(String entry) {
    String[] parts = entry.split(",", BEFORE + FIGURES);
    if (parts.length != BEFORE + FIGURES) {
      return null;
    }
    try {
      return of(parts);
    } catch (NumberFormatException notOurs) {
      return null;
    }
  }

  private static Sample of(String[] parts) {
    int[] counts = new int[10];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = Integer.parseInt(parts[BEFORE + i]);
    }
    int at = BEFORE + counts.length;
    return new Sample(
        Instant.ofEpochMilli(Long.parseLong(parts[0])),
        new Counts(
            counts[0],
            counts[1],
            counts[2],
            counts[3],
            counts[4],
            counts[5],
            Long.parseLong(parts[BEFORE - 1])),
        new Dialled(counts[6], counts[7], counts[8]),
        new Shares(counts[9], Double.parseDouble(parts[at]), Double.parseDouble(parts[at + 1])),
        new Shop(
            whole(parts[at + 2]),
            parts[at + 3].isEmpty() ? null : Double.valueOf(parts[at + 3]),
            whole(parts[at + 4]),
            whole(parts[at + 5])),
        parts[at + 6]);
  }

  private static @Nullable Integer whole(String text) {
    return text.isEmpty() ? null : Integer.valueOf(text);
  }
}
