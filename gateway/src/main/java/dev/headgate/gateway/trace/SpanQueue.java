package dev.headgate.gateway.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spans on their way to the collector. Whoever ends one puts it here and waits for nothing: where
 * there is no room it is dropped, and counted. One thread of its own sends them.
 */
final class SpanQueue implements SpanProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(SpanQueue.class);
  private static final int MOST_AT_ONCE = 512;

  private final SpanExporter exporter;
  private final TracingParts.Timing timing;
  private final String collector;
  private final BlockingQueue<SpanData> waiting;
  private final Counter sent;
  private final Counter failed;
  private final Counter dropped;
  private final Thread sender = new Thread(this::work, "headgate-traces");
  private boolean away;
  private volatile boolean ending;
  private volatile long endNanos;
  private volatile Runnable ended = () -> {};

  SpanQueue(SpanExporter exporter, TracingParts parts) {
    this.exporter = exporter;
    this.timing = parts.timing();
    this.collector = parts.rules() == null ? "" : parts.rules().endpoint().getAuthority();
    this.waiting = new ArrayBlockingQueue<>(timing.room());
    this.sent = counter(parts.meters(), "sent");
    this.failed = counter(parts.meters(), "failed");
    this.dropped = counter(parts.meters(), "dropped");
    sender.setDaemon(true);
  }

  private static Counter counter(MeterRegistry meters, String outcome) {
    return Counter.builder("headgate.spans")
        .description("Spans of traces: taken by the collector, not taken, or without room to wait")
        .tag("outcome", outcome)
        .register(meters);
  }

  void begin() {
    sender.start();
  }

  /** Sends what waits, for no longer than this, and tells when that is over. */
  void end(Duration atMost, Runnable told) {
    ended = told;
    endNanos = System.nanoTime() + atMost.toNanos();
    ending = true;
    sender.interrupt();
  }

  @Override
  public void onStart(Context parent, ReadWriteSpan span) {}

  @Override
  public boolean isStartRequired() {
    return false;
  }

  @Override
  public void onEnd(ReadableSpan span) {
    if (!waiting.offer(span.toSpanData())) {
      dropped.increment();
    }
  }

  @Override
  public boolean isEndRequired() {
    return true;
  }

  private void work() {
    while (!ending) {
      send(batch(), timing.answer().toNanos());
    }
    List<SpanData> rest = batch();
    while (!rest.isEmpty() && endNanos - System.nanoTime() > 0) {
      send(rest, endNanos - System.nanoTime());
      rest = batch();
    }
    failed.increment(rest.size() + waiting.size());
    ended.run();
    // It may wait for what the collector has not answered; nobody else does.
    exporter.close();
  }

  /** What waits, at least for as long as others may come to it; empty where nothing does. */
  private List<SpanData> batch() {
    List<SpanData> batch = new ArrayList<>();
    long until = System.nanoTime() + timing.every().toNanos();
    waiting.drainTo(batch, MOST_AT_ONCE);
    while (!ending && batch.size() < MOST_AT_ONCE) {
      SpanData next = next(until - System.nanoTime());
      if (next == null) {
        break;
      }
      batch.add(next);
      waiting.drainTo(batch, MOST_AT_ONCE - batch.size());
    }
    return batch;
  }

  private @Nullable SpanData next(long nanos) {
    try {
      return waiting.poll(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException toEnd) {
      return null;
    }
  }

  private void send(List<SpanData> batch, long nanos) {
    if (batch.isEmpty()) {
      return;
    }
    CompletableResultCode answer = export(batch).join(nanos, TimeUnit.NANOSECONDS);
    // Whoever ends the process breaks the waiting off; the last spans get the time that is left.
    if (Thread.interrupted()) {
      answer = answer.join(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
    if (answer.isSuccess()) {
      sent.increment(batch.size());
      told();
    } else {
      failed.increment(batch.size());
      complain(answer);
    }
  }

  private CompletableResultCode export(List<SpanData> batch) {
    try {
      return exporter.export(batch);
    } catch (RuntimeException failure) {
      // Whatever it is, the next ones are tried.
      return CompletableResultCode.ofExceptionalFailure(failure);
    }
  }

  private void told() {
    if (away) {
      away = false;
      LOG.info("the collector {} takes traces again", collector);
    }
  }

  private void complain(CompletableResultCode answer) {
    if (!away) {
      away = true;
      Throwable failure = answer.getFailureThrowable();
      // Its message may hold what the collector says, and that what it was sent.
      String why = failure == null ? "no answer in time" : failure.getClass().getSimpleName();
      LOG.warn("the collector {} takes no traces: {}", collector, why);
    }
  }
}
