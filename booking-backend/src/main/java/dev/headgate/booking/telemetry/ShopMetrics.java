package dev.headgate.booking.telemetry;

import dev.headgate.booking.store.Database;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/** What the shop counts: for Prometheus, and the last seconds of it for the gateway's throttle. */
public final class ShopMetrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final RecentHolds recent = new RecentHolds();
  private volatile IntSupplier ordersPending = () -> 0;

  /**
   * A request for seats was answered.
   *
   * @param outcome {@code held} or the problem's code
   * @param nowNanos the monotonic clock
   */
  public void holdAnswered(String outcome, Duration took, int status, long nowNanos) {
    Timer.builder("headgate_hold_seconds")
        .description("Requests for seats, from body to answer")
        .tag("outcome", outcome)
        .register(registry)
        .record(took);
    recent.add(nowNanos, took.toNanos() / 1_000, status >= 500);
  }

  /** A request's tokens were judged. */
  public void admissionChecked(String verdict) {
    registry.counter("headgate_admission_checks", "verdict", verdict).increment();
  }

  /** A request was answered. */
  public void answered(int status) {
    registry.counter("headgate_answers", "class", status / 100 + "xx").increment();
  }

  /** Holds past their deadline were ended. */
  public void swept(int holds) {
    registry.counter("headgate_holds_expired").increment(holds);
  }

  /** A message to a customer was tried. */
  public void messageTried(String channel, String outcome) {
    registry.counter("headgate_messages_tried", "channel", channel, "outcome", outcome).increment();
  }

  /** Shows for how many seconds the oldest message of a channel has waited. */
  public void showMessages(String channel, IntSupplier oldestSeconds) {
    Gauge.builder("headgate_messages_oldest_seconds", oldestSeconds, IntSupplier::getAsInt)
        .tag("channel", channel)
        .strongReference(true)
        .register(registry);
  }

  /** Counts of seats by section were held against a count of their rows. */
  public void recounted(int equal, int different) {
    registry.counter("headgate_recounts", "outcome", "equal").increment(equal);
    registry.counter("headgate_recounts", "outcome", "different").increment(different);
  }

  /** Shows a number that somebody else keeps. {@code state} is of a small fixed set. */
  public <T> void show(String name, String state, T keeper, ToIntFunction<T> number) {
    Gauge.builder(name, keeper, kept -> number.applyAsInt(kept))
        .tag("state", state)
        .strongReference(true)
        .register(registry);
  }

  /** Figures of the database, of which {@code tick} is to be called now and then. */
  public StoreFigures figuresOf(Database database) {
    StoreFigures figures = new StoreFigures(database, registry);
    ordersPending = figures::ordersPending;
    return figures;
  }

  /** Orders whose payment is not known yet, a few seconds ago. */
  public int ordersPending() {
    return ordersPending.getAsInt();
  }

  /** What Prometheus reads. */
  public String scrape() {
    return registry.scrape();
  }

  /** The last ten seconds of holds. */
  public RecentHolds.Figures recent(long nowNanos) {
    return recent.figures(nowNanos);
  }
}
