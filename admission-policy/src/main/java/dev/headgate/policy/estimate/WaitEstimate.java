package dev.headgate.policy.estimate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long a place still waits, from how fast the queue moves. Made once for each snapshot; asking
 * it costs a few divisions. Immutable.
 *
 * <p>Speeds are counted in thousandths of a position a minute. The likely speed is what the present
 * rate allows, or what was measured over the last half minute where that is clearly slower: the
 * rate is a ceiling, and a full house or a slow backend holds fans up as well. The range spans what
 * was measured over all samples, between half and twice the likely time, and is at least 10 % to
 * either side, plus one for every three minutes of waiting up to 30 %.
 *
 * <p>What is told is rounded to what can be known: to 10 s under two minutes, 30 s under ten, a
 * minute under an hour, five minutes beyond; {@code low} down and {@code high} up. Beyond a week
 * nothing is told.
 */
public final class WaitEstimate {
  private static final long MILLI = 1_000;
  private static final long MINUTE = 60;
  private static final long WEEK = 7 * 24 * 60 * MINUTE;

  /** Calls run at this share of the rate, per cent; see the pacing rules. */
  private static final long PACE_PERCENT = 99;

  /** No share of fans who came is taken for less, as in the pacing rules: one in twenty. */
  private static final long LEAST_SHOW = 20;

  /** Shorter stretches than this, in milliseconds, say nothing. */
  private static final long LEAST_SPAN = 10_000;

  /** A stretch as long as this, in milliseconds, with as many calls is measured well enough. */
  private static final long RECENT_SPAN = 30_000;

  private static final long RECENT_CALLS = 20;

  /** What was measured varies by chance, above all where many stay away: so far, per cent. */
  private static final long CHANCE_PERCENT = 15;

  private final long slow;
  private final long likely;
  private final long fast;

  private WaitEstimate(long slow, long likely, long fast) {
    this.slow = slow;
    this.likely = likely;
    this.fast = fast;
  }

  /** Works out the speeds. */
  public static WaitEstimate of(Pace pace) {
    long allowed = allowed(pace);
    List<Pace.Sample> samples = pace.samples();
    if (allowed == 0 || samples.isEmpty()) {
      return new WaitEstimate(allowed, allowed, allowed);
    }
    Pace.Sample first = samples.get(0);
    Pace.Sample last = samples.get(samples.size() - 1);
    if (last.runningMillis() - first.runningMillis() < LEAST_SPAN) {
      return new WaitEstimate(allowed, allowed, allowed);
    }
    Pace.Sample since = recent(samples, first, last);
    long overall = speed(first, last, 0);
    long recent = speed(since, last, 0);
    // A call more would have fitted the same stretch: within that and chance the rate is believed.
    long atMost = speed(since, last, 1) * (100 + CHANCE_PERCENT) / 100;
    long likely = allowed <= atMost ? allowed : recent;
    long slow = Math.min(likely, Math.min(recent, overall));
    return new WaitEstimate(slow, likely, Math.max(allowed, overall));
  }

  private static long allowed(Pace pace) {
    long of = pace.of() + 1;
    long came = Math.max(pace.came() + 1, (of + LEAST_SHOW - 1) / LEAST_SHOW);
    return pace.perMinute() * MILLI * PACE_PERCENT / 100 * of / came;
  }

  /** Where the shortest stretch up to now begins that is long enough and has enough calls. */
  private static Pace.Sample recent(
      List<Pace.Sample> samples, Pace.Sample first, Pace.Sample last) {
    for (int i = samples.size() - 2; i >= 0; i--) {
      Pace.Sample since = samples.get(i);
      if (last.runningMillis() - since.runningMillis() >= RECENT_SPAN
          && last.cutoff() - since.cutoff() >= RECENT_CALLS) {
        return since;
      }
    }
    return first;
  }

  private static long speed(Pace.Sample from, Pace.Sample to, long more) {
    long moved = to.cutoff() - from.cutoff() + more;
    return moved * MINUTE * MILLI * MILLI / (to.runningMillis() - from.runningMillis());
  }

  /**
   * How long until a fan is called.
   *
   * @param ahead fans ahead; below zero counts as none
   * @return null when nothing is known
   */
  public @Nullable Estimate after(long ahead) {
    long soonest = likelySeconds(ahead);
    // The fan's own call takes its time as well: in a full house the next one may wait for minutes.
    long seconds = likelySeconds(Math.max(0, ahead + 1));
    if (seconds < 0) {
      return null;
    }
    long margin = margin(seconds);
    long low = Math.min(seconds(ahead, fast), soonest - margin(soonest));
    long high = slow == 0 ? Long.MAX_VALUE : seconds(Math.max(0, ahead + 1), slow);
    return told(
        Math.max(low, soonest / 2),
        seconds,
        Math.min(Math.max(high, seconds + margin), 2 * seconds));
  }

  /**
   * How long until a fan is called whose position is not known yet: from the time the first of them
   * would wait to that of the last.
   *
   * @param ahead fans who stand before all of them, such as those of earlier rounds
   * @param among how many they are, so far
   * @param untilDrawMillis milliseconds until they are drawn; nobody is called before
   * @return null when nothing is known
   */
  public @Nullable Estimate beforeDraw(long ahead, long among, long untilDrawMillis) {
    long until = Math.max(0, untilDrawMillis) / MILLI;
    long first = likelySeconds(ahead);
    long drawn = likelySeconds(among);
    if (first < 0 || drawn < 0) {
      return null;
    }
    long low = Math.max(until, first - margin(first));
    long last = Math.max(until, first) + drawn;
    long high = last + margin(last - until);
    return told(low, low + (high - low) / 2, high);
  }

  /** The likely time, not rounded, in seconds; below zero when nothing is known. */
  long likelySeconds(long ahead) {
    if (likely == 0) {
      return -1;
    }
    long seconds = seconds(ahead, likely);
    return seconds > WEEK ? -1 : seconds;
  }

  private static long seconds(long ahead, long speed) {
    return Math.max(0, ahead) * MINUTE * MILLI / speed;
  }

  private static long margin(long seconds) {
    return seconds * (10 + Math.min(20, seconds / (3 * MINUTE))) / 100;
  }

  private static @Nullable Estimate told(long low, long seconds, long high) {
    if (high > WEEK) {
      return null;
    }
    long down = low - low % unit(low);
    long up = high + (unit(high) - high % unit(high)) % unit(high);
    long near = seconds + unit(seconds) / 2;
    long likely = Math.min(up, Math.max(down, near - near % unit(seconds)));
    return new Estimate((int) likely, (int) down, (int) up);
  }

  /** To how many seconds a time of this length is rounded. */
  private static long unit(long seconds) {
    if (seconds < 2 * MINUTE) {
      return 10;
    }
    if (seconds < 10 * MINUTE) {
      return 30;
    }
    return seconds < 60 * MINUTE ? MINUTE : 5 * MINUTE;
  }
}
