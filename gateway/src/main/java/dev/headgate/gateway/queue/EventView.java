package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
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

  /** The public commitment to the draw's seed, in hex. */
  String commitment();

  /** The present time by the store's clock, carried on from the snapshot. */
  Instant now();

  /** The event's phase at {@link #now()}. */
  Phase phase();

  /** Places handed out so far. */
  int arrivals();

  /** N, once frozen. */
  OptionalInt entrants();

  /** When N was frozen; null before. */
  @Nullable Instant drawnAt();

  /** Fans at a position below it have been called. */
  int cutoff();

  /** Places not called. */
  int waiting();

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

  /** What the operator tells everyone; null when nothing. */
  @Nullable Message message();

  /** Arrival numbers that were skipped. */
  List<Gap> gaps();

  /** The position of an arrival number; empty until the draw is known here. */
  OptionalInt positionOf(int arrival);

  /** The seed of the draw in hex, public once N is frozen; null before. */
  @Nullable String seed();

  /** Whether this session was ended or revoked before its token's end. */
  boolean isEnded(int lane, int position);

  /** Whether the store is being restored: joins and claims must wait. */
  boolean restoring();

  /** Notes that a waiting fan looked and was told when to look again, for {@link #present()}. */
  void seen(int pollAfterMillis);
}
