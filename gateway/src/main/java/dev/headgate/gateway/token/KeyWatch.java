package dev.headgate.gateway.token;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over what has changed in the folder of the keys. What cannot be read changes nothing: the
 * keys that are known go on, and the log says so once, until it can be read again.
 */
final class KeyWatch {
  /** How often the folder is read. A few small files, so that nothing is lost by coarse times. */
  static final Duration EVERY = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(KeyWatch.class);

  private final Vertx vertx;
  private final AdmissionKeyFiles files;
  private final JwtAdmissionTokens tokens;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicBoolean broken = new AtomicBoolean();

  KeyWatch(Vertx vertx, AdmissionKeyFiles files, JwtAdmissionTokens tokens) {
    this.vertx = vertx;
    this.files = files;
    this.tokens = tokens;
  }

  /** Looks from now on, until Vert.x is closed. */
  void start() {
    long unused =
        vertx.setPeriodic(
            EVERY.toMillis(),
            timer -> tick().onFailure(closing -> LOG.debug("the keys are not looked at", closing)));
  }

  /**
   * Looks once, on a worker; not while it is still at it.
   *
   * @return whether the tokens now use what the folder says; fails when Vert.x has been closed
   */
  Future<Boolean> tick() {
    if (!busy.compareAndSet(false, true)) {
      return Future.succeededFuture(false);
    }
    return onWorker().onComplete(done -> busy.set(false));
  }

  /** Vert.x throws, where it has closed its workers and not yet the loop that this is due on. */
  private Future<Boolean> onWorker() {
    try {
      return vertx.executeBlocking(this::look, false);
    } catch (RejectedExecutionException closed) {
      return Future.failedFuture(closed);
    }
  }

  private boolean look() {
    try {
      AdmissionKeys read = files.read().keys();
      if (tokens.use(read)) {
        LOG.info("admission keys: {}", read);
      }
      if (broken.getAndSet(false)) {
        LOG.info("admission keys: the folder can be read again");
      }
      return true;
    } catch (IllegalStateException unreadable) {
      if (!broken.getAndSet(true)) {
        LOG.warn("going on with the admission keys that are known: {}", unreadable.getMessage());
      }
      return false;
    }
  }
}
