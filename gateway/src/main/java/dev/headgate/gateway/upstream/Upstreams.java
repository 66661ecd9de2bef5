package dev.headgate.gateway.upstream;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Knows the servers of every upstream. One a process; safe for use from any thread. */
public interface Upstreams {

  /** The servers that a configuration names. */
  static Upstreams over(UpstreamsParts parts) {
    return WatchedUpstreams.over(parts);
  }

  /**
   * The servers that another configuration names. What is known of those that both have, by
   * upstream and origin, is carried over: which are left out, and what they have not answered yet.
   * The old ones may be asked until they are closed, which is for whoever calls this to do.
   */
  static Upstreams replacing(Upstreams old, UpstreamsParts parts) {
    return WatchedUpstreams.replacing(old, parts);
  }

  /**
   * A server to send one request to. Whoever is given it says once what became of the request.
   *
   * @param upstream the upstream's name
   * @param instead a try that never reached its server, for which another server is wanted (the
   *     same only if the upstream has no other); ended already; null at first
   * @return null where none may be asked now
   */
  @Nullable Try next(String upstream, @Nullable Try instead);

  /** Stops looking after servers, and showing how they are. Tries under way can still be ended. */
  Future<Void> close();
}
