package dev.headgate.gateway.upstream;

import dev.headgate.gateway.upstream.Ejections.Cause;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** What is shown of one server. Labels are what the configuration says, and fixed words. */
final class ServerMeters {
  private final MeterRegistry metrics;
  private final Tags tags;
  private final Counter answered;
  private final Counter error;
  private final Counter unanswered;
  private final Counter abandoned;
  private final Timer answers;
  private final Counter passed;
  private final Counter missed;
  private final Map<Cause, Counter> ejections = new EnumMap<>(Cause.class);
  private final List<Gauge> gauges = new ArrayList<>();

  ServerMeters(MeterRegistry metrics, String upstream, String server) {
    this.metrics = metrics;
    tags = Tags.of("upstream", upstream, "server", server);
    answered = requests("answered");
    error = requests("error");
    unanswered = requests("unanswered");
    abandoned = requests("abandoned");
    answers =
        Timer.builder("headgate.upstream.answer")
            .description("Time until the head of an answer, from the whole request on")
            .tags(tags)
            .register(metrics);
    passed = checks("passed");
    missed = checks("failed");
    for (Cause cause : Cause.values()) {
      ejections.put(
          cause,
          Counter.builder("headgate.upstream.ejections")
              .description("Times that a server was left out for its failures")
              .tags(tags)
              .tag("cause", cause.name().toLowerCase(Locale.ROOT))
              .register(metrics));
    }
  }

  /** Shows how it is from now on. */
  void show(Server server) {
    gauge(
        "headgate.upstream.up.servers",
        "1 while it is sent whatever comes, 0 while it is left out",
        server,
        one -> one.isUp() ? 1 : 0);
    gauge(
        "headgate.upstream.outstanding.requests",
        "Requests that have no answer yet",
        server,
        Server::outstanding);
  }

  /** Shows it no more, unless somebody else has begun to. */
  void hide() {
    for (Gauge gauge : gauges) {
      if (metrics.find(gauge.getId().getName()).tags(tags).gauge() == gauge) {
        metrics.remove(gauge);
      }
    }
  }

  void answered(boolean failure, long nanos) {
    (failure ? error : answered).increment();
    answers.record(nanos, TimeUnit.NANOSECONDS);
  }

  void unanswered() {
    unanswered.increment();
  }

  void abandoned() {
    abandoned.increment();
  }

  void checked(boolean well) {
    (well ? passed : missed).increment();
  }

  void ejected(Cause cause) {
    Counter counter = ejections.get(cause);
    if (counter != null) {
      counter.increment();
    }
  }

  private void gauge(
      String name, String description, Server server, ToDoubleFunction<Server> value) {
    // One that an earlier configuration left behind would otherwise stay in the place of this one.
    Meter before = metrics.find(name).tags(tags).meter();
    if (before != null) {
      metrics.remove(before);
    }
    gauges.add(
        Gauge.builder(name, server, value)
            .description(description)
            .tags(tags)
            .strongReference(true)
            .register(metrics));
  }

  private Counter requests(String outcome) {
    return Counter.builder("headgate.upstream.requests")
        .description("Requests to a server, by what became of them")
        .tags(tags)
        .tag("outcome", outcome)
        .register(metrics);
  }

  private Counter checks(String outcome) {
    return Counter.builder("headgate.upstream.checks")
        .description("Health checks of a server, by what they found")
        .tags(tags)
        .tag("outcome", outcome)
        .register(metrics);
  }
}
