package dev.headgate.policy.estimate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * What the queue told those who waited, kept as what it knew over time, so that for any position
 * that is called one can work out again what it was told. Nothing is kept for a single fan.
 *
 * <p>One for each lane and epoch. An entry each five seconds, of the last two hours. Not
 * thread-safe.
 */
public final class PromiseLog {
  private static final long APART_MILLIS = 5_000;
  private static final int MOST = 1_440;

  private final Deque<Entry> entries = new ArrayDeque<>();

  /**
   * How well what was told was kept.
   *
   * @param promisedSeconds the likely time that was told at first, as soon as the position was
   *     known; before it was rounded
   * @param actualSeconds how long it then took, pauses left out
   * @param upwardJumps how often what was told rose by more than a fifth, and by more than 10
   *     seconds, from one look to the next
   */
  public record Kept(long promisedSeconds, long actualSeconds, int upwardJumps) {}

  private record Entry(long runningMillis, long cutoff, long known, WaitEstimate estimate) {}

  /**
   * Notes what is known now. To be called with each snapshot; what comes within five seconds of the
   * entry before is not needed and left out.
   *
   * @param runningMillis the running time of the event, milliseconds
   * @param cutoff fans at a position below it have been called
   * @param known positions below it belong to a fan who knows them: 0 before the draw, the arrivals
   *     after it, in rounds those of closed rounds
   * @param estimate what follows from the pace
   */
  public void note(long runningMillis, long cutoff, long known, WaitEstimate estimate) {
    Entry last = entries.peekLast();
    if (last != null && runningMillis - last.runningMillis < APART_MILLIS) {
      return;
    }
    if (entries.size() == MOST) {
      entries.removeFirst();
    }
    entries.addLast(new Entry(runningMillis, cutoff, known, estimate));
  }

  /**
   * What a position that has been called was told, and how it came out.
   *
   * @param position that was called
   * @param calledAtMillis when, in running time, milliseconds
   * @return null when it was told nothing: called at once, or nothing was known while it waited
   */
  public @Nullable Kept kept(long position, long calledAtMillis) {
    Entry first = null;
    long promised = 0;
    long later = Long.MAX_VALUE;
    int jumps = 0;
    for (Iterator<Entry> back = entries.descendingIterator(); back.hasNext(); ) {
      Entry entry = back.next();
      if (entry.known <= position) {
        break;
      }
      long told = entry.estimate.likelySeconds(position - entry.cutoff);
      if (told < 0 || entry.cutoff > position || entry.runningMillis > calledAtMillis) {
        continue;
      }
      jumps += isJump(told, later) ? 1 : 0;
      first = entry;
      promised = told;
      later = told;
    }
    return first == null
        ? null
        : new Kept(promised, (calledAtMillis - first.runningMillis) / 1_000, jumps);
  }

  private static boolean isJump(long before, long after) {
    return after != Long.MAX_VALUE && after * 5 > before * 6 && after - before > 10;
  }
}
