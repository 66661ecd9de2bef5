package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.ServerLimits;
import io.vertx.core.net.HostAndPort;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A try that knows under which standing of its server it began. */
final class Attempt implements Try {
  private static final AtomicIntegerFieldUpdater<Attempt> ENDED =
      AtomicIntegerFieldUpdater.newUpdater(Attempt.class, "ended");

  private final Server server;
  private final Standing begun;
  private volatile int ended;

  Attempt(Server server, Standing begun) {
    this.server = server;
    this.begun = begun;
  }

  @Override
  public HostAndPort address() {
    return server.address();
  }

  @Override
  public boolean tls() {
    return server.tls();
  }

  @Override
  public ServerLimits limits() {
    return server.limits();
  }

  @Override
  public void answered(int status, long nanos) {
    if (isFirstEnd()) {
      server.answered(begun, status, nanos);
    }
  }

  @Override
  public void failed() {
    if (isFirstEnd()) {
      server.unanswered(begun);
    }
  }

  @Override
  public void abandoned() {
    if (isFirstEnd()) {
      server.abandoned(begun);
    }
  }

  private boolean isFirstEnd() {
    return ended == 0 && ENDED.compareAndSet(this, 0, 1);
  }
}
