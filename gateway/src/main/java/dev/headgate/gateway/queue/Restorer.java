package dev.headgate.gateway.queue;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts back what a store has lost, from what this gateway knows. */
final class Restorer {
  private static final Logger LOG = LoggerFactory.getLogger(Restorer.class);

  /** After which a gateway restores that saw the store to its end. */
  private static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** The same for one that knew it long ago, or not at all: who knows more speaks first. */
  private static final long ELSE_AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final RedisLink link;

  Restorer(RedisLink link) {
    this.link = link;
  }

  /** Whether it is time, given the right to. */
  static boolean isDue(TrackedEvent one) {
    long after = one.sawTheEnd() ? AFTER_NANOS : ELSE_AFTER_NANOS;
    return one.strangerNanos(System.nanoTime()) >= after;
  }

  /**
   * Restores; whatever comes of it, the next snapshot says what there is.
   *
   * @param kept what the state folder has; null where the store's own file is all there is
   */
  Future<Void> restore(TrackedEvent one, @Nullable EventRecord kept) {
    LOG.warn(
        "event {}: Redis is another one; restoring it from {}",
        one.event,
        kept == null ? "what it holds itself" : "the state folder");
    Object[] known = kept == null ? EventRecord.NOTHING : seen(one, kept).toRestore();
    return link.run(Script.RESTORE, one.event, known)
        .compose(
            answer -> {
              LOG.warn("event {}: {}", one.event, answer.verdict());
              return link.send(Request.cmd(Command.SADD).arg(EventKeys.EVENTS).arg(one.event));
            })
        .mapEmpty();
  }

  /** The last view is newer than the last file: that one is written only when the disk is free. */
  private static EventRecord seen(TrackedEvent one, EventRecord kept) {
    LiveView last = one.view();
    return one.withJoined(
        last == null
            ? kept
            : EventRecord.of(one.event, last.settings(), last.snapshot(), one.rounds));
  }
}
