package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.ServerLimits;
import dev.headgate.gateway.upstream.Ejections.Cause;
import io.vertx.core.net.HostAndPort;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server: what it may be asked, and what its answers mean. Safe for use from any thread. */
final class Server {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** What began while somebody else was let through to see; never anybody's standing. */
  private static final Standing ASIDE = Standing.out(0, 0, 0);

  private final Parts parts;
  private volatile Health health;

  /** What its health checks say. */
  enum Health {
    /** Nothing, yet or at all. */
    UNKNOWN,
    GOOD,
    BAD
  }

  /**
   * What it works with.
   *
   * @param upstream the name of its upstream
   * @param address where it is
   * @param tls whether it is spoken to over TLS
   * @param limits how much is asked of it at a time
   */
  record Parts(
      String upstream,
      HostAndPort address,
      boolean tls,
      ServerLimits limits,
      Ejections ejections,
      ServerState state,
      ServerMeters meters,
      LongSupplier nanos) {}

  Server(Parts parts, Health health) {
    this.parts = parts;
    this.health = health;
  }

  HostAndPort address() {
    return parts.address();
  }

  boolean tls() {
    return parts.tls();
  }

  ServerLimits limits() {
    return parts.limits();
  }

  ServerState state() {
    return parts.state();
  }

  ServerMeters meters() {
    return parts.meters();
  }

  Health health() {
    return health;
  }

  void health(Health now) {
    health = now;
  }

  boolean isHealthy() {
    return health != Health.BAD;
  }

  /** Whether whatever comes may be sent to it. */
  boolean isUp() {
    return isHealthy() && parts.state().standing().isIn();
  }

  boolean hasRoom() {
    return outstanding() < parts.limits().mostOutstanding();
  }

  int outstanding() {
    return parts.state().outstanding();
  }

  boolean isAt(HostAndPort other) {
    HostAndPort here = parts.address();
    return other.port() == here.port() && other.host().equalsIgnoreCase(here.host());
  }

  /** Whether a try, also of an earlier configuration, was made here. */
  boolean made(@Nullable Try one) {
    return one != null && isAt(one.address());
  }

  /** Begins a request, if there is room for it; else null. */
  @Nullable Attempt begin() {
    if (!parts.state().begin(parts.limits().mostOutstanding())) {
      return null;
    }
    Standing standing = parts.state().standing();
    return new Attempt(this, standing.kind() == Standing.Kind.PROBED ? ASIDE : standing);
  }

  /** Whether it is out, and one request may be let through to see; sooner where nobody is in. */
  boolean isDue(long nowNanos, boolean nobodyIn) {
    return isHealthy() && isDue(parts.state().standing(), nowNanos, nobodyIn);
  }

  private boolean isDue(Standing standing, long nowNanos, boolean nobodyIn) {
    return standing.isDue(nowNanos)
        || (nobodyIn && parts.ejections().isDueWithNobodyIn(standing, nowNanos));
  }

  /** Lets one request through to see; null when somebody else was sooner. */
  @Nullable Attempt probe(long nowNanos, boolean nobodyIn) {
    Standing before = parts.state().standing();
    if (!isDue(before, nowNanos, nobodyIn)) {
      return null;
    }
    Standing probed = parts.ejections().probed(before, nowNanos);
    if (!parts.state().move(before, probed)) {
      return null;
    }
    // Beyond the limit, if need be: requests that hang must not keep it from being tried.
    parts.state().begin();
    return new Attempt(this, probed);
  }

  void answered(Standing begun, int status, long nanos) {
    boolean failure = parts.ejections().isFailure(status);
    parts.state().end();
    parts.meters().answered(failure, nanos);
    if (failure) {
      failed(begun);
    } else {
      succeeded(begun);
    }
  }

  void unanswered(Standing begun) {
    parts.state().end();
    parts.meters().unanswered();
    failed(begun);
  }

  void abandoned(Standing begun) {
    parts.state().end();
    parts.meters().abandoned();
    if (begun.kind() == Standing.Kind.PROBED) {
      // Nothing was learned; the next request may try.
      boolean freed =
          parts.state().move(begun, Standing.out(parts.nanos().getAsLong(), begun.strikes(), 0));
      assert freed || parts.state().standing() != begun;
    }
  }

  private void succeeded(Standing begun) {
    if (parts.state().standing() != begun) {
      return;
    }
    long now = parts.nanos().getAsLong();
    switch (begun.kind()) {
      case IN -> begun.succeeded(now);
      case PROBED -> {
        if (parts.state().move(begun, parts.ejections().in(now, begun.strikes()))) {
          LOG.info("upstream {}: {} answers again", parts.upstream(), parts.address());
        }
      }
      case OUT -> {
        // Sent because there was nobody else to send it to. Who is let through to see decides.
      }
    }
  }

  private void failed(Standing begun) {
    if (parts.state().standing() != begun) {
      return;
    }
    long now = parts.nanos().getAsLong();
    Cause cause =
        switch (begun.kind()) {
          case IN -> parts.ejections().afterFailure(begun, now);
          case PROBED -> Cause.PROBE;
          case OUT -> null;
        };
    if (cause != null && parts.state().move(begun, parts.ejections().out(begun, now))) {
      parts.meters().ejected(cause);
      if (cause != Cause.PROBE) {
        LOG.warn(
            "upstream {}: {} fails and is left out ({})",
            parts.upstream(),
            parts.address(),
            cause == Cause.SHARE ? "share of failures" : "failures in a row");
      }
    }
  }
}
