package dev.headgate.gateway.operator;

import dev.headgate.gateway.access.Operator;
import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.audit.Change;
import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.queue.QueueUnansweredException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
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
  private final Counter missed;

  AuditNotes(MeterRegistry meters, AuditTrail trail) {
    this.meters = meters;
    // At 0 from the start, so that the first one is seen to be more.
    this.missed =
        Counter.builder("headgate.audit.missed")
            .description("Changes that are in no audit trail")
            .register(meters);
    this.trail = trail;
  }

  /** Before a change is made: whether the reason given for it can be written down. */
  static void checkWhy(RoutingContext ctx) {
    HttpMethod method = ctx.request().method();
    boolean reads = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    String why = reads ? null : why(ctx);
    if (why != null && !isWritable(why)) {
      ctx.fail(
          new InvalidSettingsException(
              List.of(new FieldError("why", "(expected: up to 300 characters, on one line)"))));
    } else {
      ctx.next();
    }
  }

  /** Who makes the change that a request asks for. */
  static Signature signature(RoutingContext ctx) {
    Operator who = Gate.operator(ctx);
    String role = who.role().name().toLowerCase(Locale.ROOT);
    return Signature.of(who.name(), role, address(ctx), why(ctx));
  }

  /** Completes when the entry of a change that the store has made is on this disk too. */
  Future<Void> made(RoutingContext ctx, String event, AuditEntry entry) {
    JsonObject json = entry.toJson();
    log(ctx, new Made(event, entry.change(), json.getValue("from"), json.getValue("to")));
    return trail.keep(event, entry);
  }

  /**
   * Notes what changes nothing in the store, and completes when it is in the trail. It has been
   * done whether or not it could be noted there: then the log alone has it.
   */
  Future<Void> note(RoutingContext ctx, Made made) {
    return note(ctx, made, signature(ctx));
  }

  private Future<Void> note(RoutingContext ctx, Made made, Signature by) {
    log(ctx, made);
    return trail
        .note(new Change(made.event, by, made.what, made.from, made.to))
        .onFailure(failure -> missed(made, failure))
        .otherwiseEmpty()
        .mapEmpty();
  }

  /**
   * Notes that a change was asked for and the store said nothing: it may have been made, and then
   * its own entry stands for both. Fails as that did.
   */
  <T> Future<T> unanswered(RoutingContext ctx, String event, Signature by, Throwable failure) {
    if (!(failure instanceof QueueUnansweredException)) {
      return Future.failedFuture(failure);
    }
    JsonObject asked =
        new JsonObject()
            .put("method", ctx.request().method().name())
            .put("path", ctx.request().path())
            .put("body", body(ctx));
    return note(ctx, new Made(event, AuditEntry.UNANSWERED, null, asked), by)
        .compose(noted -> Future.failedFuture(failure));
  }

  /** What was asked for; null where the address takes no body, and something else was sent. */
  private static @Nullable JsonObject body(RoutingContext ctx) {
    try {
      return ctx.body().asJsonObject();
    } catch (DecodeException | ClassCastException noObject) {
      return null;
    }
  }

  /**
   * What was done.
   *
   * @param event which event
   * @param what a word for it, from a fixed set
   * @param from the value before, as JSON has it
   * @param to the value after
   */
  record Made(String event, String what, @Nullable Object from, @Nullable Object to) {}

  private void log(RoutingContext ctx, Made made) {
    Operator who = Gate.operator(ctx);
    meters.counter("headgate.operator.changes", "change", made.what).increment();
    // JSON quotes every value, so that no text an operator writes can look like another field.
    log.info(
        "audit who={} role={} event={} change={} from={} to={}",
        Json.encode(who.name()),
        who.role(),
        made.event,
        made.what,
        Json.encode(made.from),
        Json.encode(made.to));
  }

  private void missed(Made made, Throwable failure) {
    missed.increment();
    log.error("event {}: {} is in no audit trail", made.event, made.what, failure);
  }

  private static @Nullable String why(RoutingContext ctx) {
    List<String> given = ctx.queryParam("why");
    return given.isEmpty() || given.get(0).isBlank() ? null : given.get(0);
  }

  private static @Nullable String address(RoutingContext ctx) {
    SocketAddress remote = ctx.request().remoteAddress();
    return remote == null ? null : remote.hostAddress();
  }

  private static boolean isWritable(String why) {
    return why.codePointCount(0, why.length()) <= LONGEST_WHY
        && why.chars().noneMatch(AuditNotes::unseen);
  }

  private static boolean unseen(int c) {
    boolean turnsTheLine = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || turnsTheLine;
  }
}
