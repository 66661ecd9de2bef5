package dev.headgate.gateway.queue;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway knows of the events, and the changes to them. Those made here directly are signed
 * as the configuration's. One a process; safe for use from any thread. Futures complete on the
 * caller's context.
 */
public interface Events extends Changes {

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

  /** The changes that somebody makes: each is written down as theirs, in the same step. */
  Changes by(Signature signed);

  /** What operators ask the store about the past and about single fans. */
  Lookups lookups();

  /** Runs what every script runs on a key that no event has; fails when that does not work. */
  Future<Void> probe();

  /** Stops the timers and closes the connections. */
  Future<Void> close();

  /** The changes that are those of the gateway's own file. */
  private Changes ours() {
    return by(Signature.ofTheConfiguration());
  }

  @Override
  default Future<ChangeAnswer> create(String event, EventSettings settings) {
    return ours().create(event, settings);
  }

  @Override
  default Future<ChangeAnswer> replace(String event, EventSettings settings, long version) {
    return ours().replace(event, settings, version);
  }

  @Override
  default Future<ChangeAnswer> turn(String event, EventSettings settings, long version) {
    return ours().turn(event, settings, version);
  }

  @Override
  default Future<ChangeAnswer> pauseSaying(String event, List<Reason> reasons) {
    return ours().pauseSaying(event, reasons);
  }

  @Override
  default Future<ChangeAnswer> resume(String event) {
    return ours().resume(event);
  }

  @Override
  default Future<ChangeAnswer> message(String event, Message message) {
    return ours().message(event, message);
  }

  @Override
  default Future<ChangeAnswer> silence(String event, @Nullable String lang) {
    return ours().silence(event, lang);
  }

  @Override
  default Future<ChangeAnswer> draw(String event) {
    return ours().draw(event);
  }

  @Override
  default Future<ChangeAnswer> end(String event) {
    return ours().end(event);
  }

  @Override
  default Future<ChangeAnswer> reset(String event, @Nullable Start start) {
    return ours().reset(event, start);
  }

  @Override
  default Future<Optional<AuditEntry>> revoke(QueuePosition position) {
    return ours().revoke(position);
  }
}
