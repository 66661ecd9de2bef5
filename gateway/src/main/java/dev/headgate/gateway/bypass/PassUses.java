package dev.headgate.gateway.bypass;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts uses of passes by name, and says once a pass and hour that one is in use. */
final class PassUses {
  private static final Logger LOG = LoggerFactory.getLogger(PassUses.class);
  private static final long EVERY_SECONDS = TimeUnit.HOURS.toSeconds(1);
  private static final int MANY = 1_024;

  private final MeterRegistry metrics;
  private final Map<String, Counter> counters = new ConcurrentHashMap<>();
  // Only passes of ours come here, so nobody but who mints them can make it grow.
  private final Map<String, Long> said = new ConcurrentHashMap<>();

  PassUses(MeterRegistry metrics) {
    this.metrics = metrics;
  }

  void used(String name, String pass, long nowSeconds) {
    counters.computeIfAbsent(name, this::counter).increment();
    Long before = said.get(pass);
    if (before != null && nowSeconds - before < EVERY_SECONDS) {
      return;
    }
    // Of several at once one says it.
    boolean first =
        before == null
            ? said.putIfAbsent(pass, nowSeconds) == null
            : said.replace(pass, before, nowSeconds);
    if (first) {
      // What is before the MAC is no secret, but the name says enough.
      LOG.info("a pass of {} goes past the queue", name);
      forget(nowSeconds);
    }
  }

  private void forget(long nowSeconds) {
    if (said.size() > MANY) {
      said.values().removeIf(second -> nowSeconds - second >= EVERY_SECONDS);
    }
  }

  private Counter counter(String name) {
    return Counter.builder("headgate.bypass.uses")
        .description("Requests that a signed pass let past the queue, by whose pass it was")
        .tag("name", name)
        .register(metrics);
  }
}
