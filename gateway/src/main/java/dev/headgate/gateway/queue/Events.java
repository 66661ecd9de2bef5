package dev.headgate.gateway.queue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway knows of the events, and the operator's changes to them. One a process; safe for
 * use from any thread. Futures complete on the caller's context.
 */
public interface Events {

  /** The events in Redis, beside what the state folder remembers of them. */
  static Future<Events> inRedis(EventsParts parts) {
    return RedisEvents.start(parts).map(events -> events);
  }

  /** The contested changes for the calling event loop, over a connection of its own. */
  Queue queue();

  /** The view in memory, when it is kept fresh; null when it must be awaited. Marks it asked. */
  @Nullable EventView fresh(String event);

  /**
   * The view, awaited when the one in memory is too old; such waits are shared. Fails with {@link
   * UnknownEventException}. While the store is away the last known view is given.
   */
  Future<EventView> view(String event);

  /** The ids of all events, in order. */
  Future<List<String>> list();

  /** Creates an event that does not exist; leaves one that does as it is. */
  Future<ChangeAnswer> create(String event, EventSettings settings);

  /** Replaces the settings if their version is still {@code version}. */
  Future<ChangeAnswer> replace(String event, EventSettings settings, long version);

  /** Pauses; a reason may be shown to fans. Pausing a paused event changes the reason. */
  default Future<ChangeAnswer> pause(String event, @Nullable String reason) {
    return pauseSaying(event, Reason.only(reason));
  }

  /** The same with a reason for each language; the first is for who reads none of them. */
  Future<ChangeAnswer> pauseSaying(String event, List<Reason> reasons);

  /** Ends a pause. */
  Future<ChangeAnswer> resume(String event);

  /**
   * Shows a message to everyone who reads its language, in the place of what was shown in that one.
   * The first stands for all languages that have none. Refused beyond the twentieth.
   */
  Future<ChangeAnswer> message(String event, Message message);

  /** Takes the message of a language away, or with null those of all. */
  Future<ChangeAnswer> silence(String event, @Nullable String lang);

  /** Makes the draw now; refused where the start is not manual, or the draw has been made. */
  Future<ChangeAnswer> draw(String event);

  /** Ends the event now: nobody joins and nobody is let in any more. */
  Future<ChangeAnswer> end(String event);

  /**
   * Begins a new life of the event: every place, session and figure is gone.
   *
   * @param start when the new life's sale starts; null leaves it as it is
   */
  Future<ChangeAnswer> reset(String event, @Nullable Start start);

  /** Ends a session at the operator's word, on every gateway; nothing happens when it is over. */
  Future<Void> revoke(QueuePosition position);

  /** What operators ask the store about the past and about single fans. */
  Lookups lookups();

  /** Runs what every script runs on a key that no event has; fails when that does not work. */
  Future<Void> probe();

  /** Stops the timers and closes the connections. */
  Future<Void> close();
}
