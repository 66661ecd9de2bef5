package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.OperatorToken;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.json.Json;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who changed what, from what, to what: one line of the log each. */
final class AuditTrail {
  private static final Logger log = LoggerFactory.getLogger(AuditTrail.class);

  private final MeterRegistry meters;

  AuditTrail(MeterRegistry meters) {
    this.meters = meters;
  }

  /**
   * One change that was made.
   *
   * @param event which event
   * @param what a word for the change, from a fixed set
   * @param from the value before, as JSON has it
   * @param to the value after
   */
  record Change(String event, String what, @Nullable Object from, @Nullable Object to) {}

  void note(OperatorToken who, Change change) {
    meters.counter("headgate.operator.changes", "change", change.what()).increment();
    // JSON quotes every value, so that no text an operator writes can look like another field.
    log.info(
        "audit who={} role={} event={} change={} from={} to={}",
        Json.encode(who.name()),
        who.role(),
        change.event(),
        change.what(),
        Json.encode(change.from()),
        Json.encode(change.to()));
  }
}
