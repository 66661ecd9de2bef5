package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.policy.estimate.Contradictions;
import dev.headgate.policy.estimate.Estimate;
import dev.headgate.policy.estimate.Leap;
import dev.headgate.policy.estimate.Outlook;
import dev.headgate.policy.estimate.Throughput;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What this gateway knows of one event: the newest snapshot of the store, at most a second or two
 * old, and the draw. Immutable but for the passing of time; safe for use from any thread.
 */
public interface EventView {

  /** The event id. */
  String event();

  /** The settings, as last changed. */
  EventSettings settings();

  /** The settings' version, which rises with each change by an operator. */
  long version();

  /** The life of the event; tickets of another one never match. */
  long epoch();

  /** When the sale starts or started; null while nobody knows, and where it is always on. */
  @Nullable Instant onSaleAt();

  /** From when nobody is let in any more; null means never. */
  @Nullable Instant closesAt();

  /** The public commitment to the draw's seed, in hex. */
  String commitment();

  /** The present time by the store's clock, carried on from the snapshot. */
  Instant now();

  /** The event's phase at {@link #now()}. */
  Phase phase();

  /** Places handed out so far in the general lane. */
  int arrivals();

  /** N of the general lane, once frozen; in rounds the arrivals of all frozen rounds. */
  OptionalInt entrants();

  /** When N was frozen; null before. */
  @Nullable Instant drawnAt();

  /** Fans of the general lane at a position below it have been called. */
  int cutoff();

  /** The same for any lane. */
  int cutoff(int lane);

  /** The same, and whoever was called in the answer to a join here since. */
  default int calledTo(int lane) {
    return cutoff(lane);
  }

  /** Places not called, over all lanes. */
  int waiting();

  /** All lanes by number; one where the event has no other than the general one. */
  List<LaneView> lanes();

  /** The newest rounds, oldest first, the open one last; empty where the mode is another. */
  List<Round> rounds();

  /** One round; null where it is not known, or had no arrivals. */
  @Nullable Round round(int number);

  /** Earlier lives of the event, oldest first. */
  List<PastEpoch> earlier();

  /** Places that wait and were seen lately, over all gateways; estimated from polls. */
  int present();

  /** Called fans held back by a limit. */
  int door();

  /** Sessions at this time. */
  int active();

  /** Called, not settled, not come. */
  int pending();

  /** Admissions in the last 60 seconds. */
  int admittedLastMinute();

  /** The share of recently settled positions that did not come in time, from 0 to 1. */
  double noShowShare();

  /** Which limit bound at the last tick, in words. */
  String limit();

  /** Whether the operator has paused, or dialled 0. */
  boolean halted();

  /** Why it is paused, for fans; null when it is not, or nothing was said. */
  @Nullable String pauseReason();

  /** The same in each language; the first, {@link #pauseReason}, is for who reads none of them. */
  default List<Reason> pauseReasons() {
    return Reason.only(pauseReason());
  }

  /**
   * What the operator tells everyone, in each language; the first is for who reads none of them.
   */
  List<Message> messages();

  /** The first of them; null when nothing is told. */
  default @Nullable Message message() {
    List<Message> messages = messages();
    return messages.isEmpty() ? null : messages.get(0);
  }

  /** Arrival numbers that were skipped. */
  List<Gap> gaps();

  /** The position of an arrival number in its lane; empty until the draw is known here. */
  OptionalInt positionOf(int lane, int arrival);

  /**
   * The arrival numbers that stand at positions of a lane; -1 where that is not known. Looks at all
   * entrants: of millions never on an event loop.
   */
  int[] arrivalsAt(int lane, int[] positions);

  /**
   * How long until a place is called; null when nothing is known, and while paused.
   *
   * @param position in its lane; empty before the draw
   */
  @Nullable Estimate estimate(int lane, OptionalInt position);

  /** Admissions a minute that the dial, the throttle, the stock and a slow start leave now. */
  int effectivePerMinute();

  /** Places handed out a second lately, over all lanes. */
  double joinsPerSecond();

  /** How the backend does; null when nothing is known. */
  @Nullable BackendFigures backend();

  /** What can still be sold; null when the backend does not say. */
  @Nullable Remaining remaining();

  /**
   * What a forecast with some dials starts from.
   *
   * @param measured how long fans stayed, and how many seats they took
   */
  Outlook outlook(Dials asked, Throughput measured);

  /** How the shop does, against the limits of its throttle. */
  Leap.Shop shopLoad();

  /** What is contradictory about the dials, in words; empty when nothing is. */
  List<String> warnings();

  /** The same of any settings. */
  static List<String> warnings(EventSettings settings) {
    if (settings.mode() == Mode.PASSTHROUGH || settings.mode() == Mode.REJECT) {
      return List.of(); // There the dials do not bind.
    }
    Dials dials = settings.dials();
    return Contradictions.of(
        dials.newUsersPerMinute(),
        dials.totalActiveUsers(),
        dials.sessionDuration().toSeconds(),
        dials.maxSession().toSeconds());
  }

  /** The seed of the draw in hex, public once N is frozen; null before. */
  @Nullable String seed();

  /** Whether this session was ended or revoked before its token's end. */
  boolean isEnded(int lane, int position);

  /** Whether the store is being restored: joins and claims must wait. */
  boolean restoring();

  /** Notes that a waiting fan looked and was told when to look again, for {@link #present()}. */
  void seen(int pollAfterMillis);
}
