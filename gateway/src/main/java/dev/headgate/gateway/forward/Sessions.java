package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.token.Admission;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends and extends sessions at the shop's word. */
final class Sessions {
  private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
  private static final Future<Optional<Renewals.Renewed>> NONE =
      Future.succeededFuture(Optional.empty());

  private static final String EVENT = "Headgate-Event";

  private final Gate gate;
  private final Events events;
  private final Queue queue;
  private final Renewals renewals;
  private final SessionGuard.Sources guarding;
  private final Counter ended;
  private final Counter extended;
  private final Counter ignored;
  private final Set<String> misunderstood = new HashSet<>();

  Sessions(ForwardParts parts, Gate gate, Renewals renewals) {
    this.gate = gate;
    this.events = parts.events();
    this.queue = parts.queue();
    this.renewals = renewals;
    guarding = new SessionGuard.Sources(events, queue, renewals, parts.clock());
    ended = words(parts.metrics(), "end");
    extended = words(parts.metrics(), "extend");
    ignored = words(parts.metrics(), "ignored");
  }

  /**
   * Where a path names no event, the answer may: in {@code Headgate-Event}, beside its word on the
   * session. Then the session is the one whose admission to that event the fan sent along, which
   * was not forwarded.
   */
  Passage named(Passage passage, MultiMap headers) {
    String event = headers.get(EVENT);
    if (passage.admitted() != null
        || event == null
        || !headers.contains(SessionWord.HEADER)
        || !EventIds.isOne(event)) {
      return passage;
    }
    EventView view = events.fresh(event);
    long now = view == null ? passage.nowSeconds() : view.now().getEpochSecond();
    Verdict verdict = gate.judge(passage.request().headers(), new Gate.Asked(event, view, now));
    return verdict instanceof Verdict.Admitted found ? passage.with(found) : passage;
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

  /** Watches over the session of a connection that stays open; null where it has none. */
  @Nullable SessionGuard guard(Passage passage) {
    return passage.admitted() == null || passage.route().access() == Route.Access.PUBLIC
        ? null
        : new SessionGuard(passage.admitted().admission(), guarding);
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
