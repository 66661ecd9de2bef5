package dev.headgate.gateway.forward;

import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.token.Admission;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends and extends sessions at the shop's word. */
final class Sessions {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
  private static final Future<Optional<Renewals.Renewed>> NONE =
      Future.succeededFuture(Optional.empty());

  private final Queue queue;
  private final Renewals renewals;
  private final Counter ended;
  private final Counter extended;
  private final Counter ignored;
  private final Set<String> misunderstood = new HashSet<>();

  Sessions(Queue queue, Renewals renewals, MeterRegistry metrics) {
    this.queue = queue;
    this.renewals = renewals;
    ended = words(metrics, "end");
    extended = words(metrics, "extend");
    ignored = words(metrics, "ignored");
  }

  /** What an answer says of the session it was for; nothing where there was none. */
  SessionWord word(MultiMap headers, Passage passage) {
    SessionWord word = passage.admitted() == null ? SessionWord.NOTHING : SessionWord.of(headers);
    if (word.ignored() > 0) {
      ignored.increment(word.ignored());
      String upstream = passage.route().upstream();
      if (misunderstood.add(upstream)) {
        LOG.warn(
            "upstream {} says of sessions what is not understood (expected: end, or extend= and"
                + " whole seconds, PT1S to PT15M)",
            upstream);
      }
    }
    return word;
  }

  /** Frees the slot of the session a request came with. The answer does not wait for it. */
  void end(Passage passage) {
    if (passage.admitted() != null) {
      ended.increment();
      queue
          .release(Passage.position(passage.admitted().admission()))
          .onFailure(
              failure ->
                  LOG.warn("a session that the shop ended runs to its end: {}", failure + ""));
    }
  }

  /** The token of the extended session, where it lasts longer than before; never fails. */
  Future<Optional<Renewals.Renewed>> extend(Passage passage, int seconds) {
    if (passage.admitted() == null) {
      return NONE;
    }
    extended.increment();
    Admission admission = passage.admitted().admission();
    return renewals.extend(admission, seconds);
  }

  private static Counter words(MeterRegistry metrics, String word) {
    return Counter.builder("headgate.shop.session.words")
        .description("What upstreams said of sessions, by word")
        .tag("word", word)
        .register(metrics);
  }
}
