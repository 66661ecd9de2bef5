package dev.headgate.gateway.queue;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The changes of events that one signature stands for: one of them, perhaps tried again. Each is
 * made and written into the event's audit trail in one step of the store, with what was there
 * before. One that the store did not answer fails with {@link QueueUnansweredException}: it may
 * have been made.
 */
public interface Changes {

  /** Creates an event that does not exist; leaves one that does as it is. */
  Future<ChangeAnswer> create(String event, EventSettings settings);

  /** Replaces the settings if their version is still {@code version}. */
  Future<ChangeAnswer> replace(String event, EventSettings settings, long version);

  /** The same, where nothing but the dials differs: the entry then is of those alone. */
  Future<ChangeAnswer> turn(String event, EventSettings settings, long version);

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

  /**
   * Ends a session at the operator's word, on every gateway; nothing happens when it is over.
   *
   * @return the entry; empty where nothing happened
   */
  Future<Optional<AuditEntry>> revoke(QueuePosition position);
}
