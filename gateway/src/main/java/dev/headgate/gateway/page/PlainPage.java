package dev.headgate.gateway.page;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What one fan sees without scripts.
 *
 * @param shown whose event, and where its way leads back
 * @param scene what is the case
 * @param now when, by the store's clock
 * @param reload how the page is kept up to date
 * @param details what is told besides, of each kind at most one
 */
public record PlainPage(
    QueuePage.Shown shown, PlainScene scene, Instant now, Reload reload, List<Detail> details) {

  public PlainPage {
    details = List.copyOf(details);
  }

  /**
   * How it is kept up to date.
   *
   * @param seconds until it is loaded again; 0 where nothing comes that would be worth it
   * @param still whether the fan wants to do that by hand
   */
  public record Reload(int seconds, boolean still) {

    /** Nothing comes any more. */
    public static final Reload NEVER = new Reload(0, false);
  }

  /** Something that is told where it is known. */
  public sealed interface Detail {}

  /**
   * Whose place it is.
   *
   * @param position empty before the draw
   */
  public record Place(int arrival, OptionalInt position) implements Detail {}

  /** How many of those before a position are still ahead. */
  public record Line(int ahead, int position) implements Detail {}

  /** Something comes at a time. */
  public record Clock(What what, Instant until) implements Detail {}

  /** What comes. */
  public enum What {
    OPENS("clock.opens"),
    STARTS("clock.starts"),
    ROUND("clock.round"),
    TURN("clock.turn");

    private final String label;

    What(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /**
   * How long until the turn.
   *
   * @param lowSeconds the shortest that is plausible
   * @param highSeconds the longest
   * @param drawn whether the position is known already
   */
  public record Wait(int lowSeconds, int highSeconds, boolean drawn) implements Detail {}

  /** The operator's message. */
  public record Notice(String text, String language) implements Detail {}

  /**
   * The operator's reason for a pause.
   *
   * @param language its tag; null where nobody said
   */
  public record Reason(String text, @Nullable String language) implements Detail {}

  /** Few tickets are left, and maybe not enough for all who are ahead. */
  public record Stock(int free, boolean moreAhead) implements Detail {}

  /** The queue is coming back, and what is shown is from before. */
  public record Restoring() implements Detail {}
}
