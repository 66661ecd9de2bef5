package dev.headgate.gateway.queue;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts back what a store has lost, from what this gateway knows. */
final class Restorer {
  private static final Logger LOG = LoggerFactory.getLogger(Restorer.class);

  /** Time for gateways that know more to speak first. */
  private static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final RedisLink link;

  Restorer(RedisLink link) {
    this.link = link;
  }

  /** Whether it is time, given the right to. */
  static boolean isDue(TrackedEvent one) {
    return one.strangerNanos(System.nanoTime()) >= AFTER_NANOS;
  }

  /** Restores; whatever comes of it, the next snapshot says what there is. */
  Future<Void> restore(TrackedEvent one, EventRecord kept) {
    LiveView last = one.view();
    // The last view is newer than the last file: that one is written only when the disk is free.
    EventRecord seen =
        last == null
            ? kept
            : EventRecord.of(one.event, last.settings(), last.snapshot(), one.rounds);
    EventRecord record = one.withJoined(seen);
    LOG.warn("event {}: Redis has lost it; restoring it from the state folder", one.event);
    return link.run(Script.RESTORE, one.event, record.toRestore())
        .compose(
            answer -> {
              LOG.warn("event {}: {}", one.event, answer.verdict());
              return link.send(Request.cmd(Command.SADD).arg(EventKeys.EVENTS).arg(one.event));
            })
        .mapEmpty();
  }
}
