package dev.headgate.gateway.operator;

import dev.headgate.gateway.access.Operator;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.audit.Change;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.Json;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes each change that was made: in the event's audit trail, and as one line of the log. */
final class AuditNotes {
  private static final Logger log = LoggerFactory.getLogger(AuditNotes.class);
  private static final int LONGEST_WHY = 300;

  private final MeterRegistry meters;
  private final AuditTrail trail;

  AuditNotes(MeterRegistry meters, AuditTrail trail) {
    this.meters = meters;
    this.trail = trail;
  }

  /**
   * What was changed.
   *
   * @param event which event
   * @param what a word for the change, from a fixed set
   * @param from the value before, as JSON has it
   * @param to the value after
   */
  record Made(String event, String what, @Nullable Object from, @Nullable Object to) {}

  /** Before a change is made: whether the reason given for it can be written down. */
  static void checkWhy(RoutingContext ctx) {
    HttpMethod method = ctx.request().method();
    String why = method.equals(HttpMethod.GET) ? null : why(ctx);
    if (why != null && (why.length() > LONGEST_WHY || why.chars().anyMatch(AuditNotes::unseen))) {
      ctx.fail(
          new InvalidSettingsException(
              List.of(new FieldError("why", "(expected: up to 300 characters, on one line)"))));
    } else {
      ctx.next();
    }
  }

  /**
   * Completes when the change is in the trail. A change has been made whether or not it could be
   * noted there: then the log alone has it.
   */
  Future<Void> note(RoutingContext ctx, Made made) {
    Operator who = Gate.operator(ctx);
    meters.counter("headgate.operator.changes", "change", made.what()).increment();
    // JSON quotes every value, so that no text an operator writes can look like another field.
    log.info(
        "audit who={} role={} event={} change={} from={} to={}",
        Json.encode(who.name()),
        who.role(),
        made.event(),
        made.what(),
        Json.encode(made.from()),
        Json.encode(made.to()));
    Change.Author author =
        new Change.Author(
            who.name(), who.role().name().toLowerCase(Locale.ROOT), address(ctx), why(ctx));
    return trail
        .note(new Change(made.event(), author, made.what(), made.from(), made.to()))
        .onFailure(failure -> missed(made, failure))
        .otherwiseEmpty();
  }

  private void missed(Made made, Throwable failure) {
    meters.counter("headgate.audit.missed").increment();
    log.error("event {}: {} is in no audit trail", made.event(), made.what(), failure);
  }

  private static @Nullable String why(RoutingContext ctx) {
    List<String> given = ctx.queryParam("why");
    return given.isEmpty() || given.get(0).isBlank() ? null : given.get(0);
  }

  private static @Nullable String address(RoutingContext ctx) {
    SocketAddress remote = ctx.request().remoteAddress();
    return remote == null ? null : remote.hostAddress();
  }

  private static boolean unseen(int c) {
    return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
  }
}
