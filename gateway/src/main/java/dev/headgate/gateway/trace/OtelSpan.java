package dev.headgate.gateway.trace;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A span of the library's. Its attributes are those of the semantic conventions for HTTP and
 * databases, but for those that would hold a path, a query, a client's address or what it calls
 * itself.
 */
final class OtelSpan implements Span {

  /** What conventions call a method that they do not know. */
  static final String OTHER = "_OTHER";

  private static final ThreadLocal<@Nullable Within> NOW = new ThreadLocal<>();
  private static final int BAD_REQUEST = 400;
  private static final int SERVER_ERROR = 500;

  private final Tracer tracer;
  private final io.opentelemetry.api.trace.Span span;
  private final SpanKind kind;
  private final boolean recorded;
  private String method = "";
  private volatile boolean ended;

  /** What runs on this thread. */
  private record Within(OtelSpan span, List<Span> others) {}

  OtelSpan(Tracer tracer, io.opentelemetry.api.trace.Span span, SpanKind kind) {
    this.tracer = tracer;
    this.span = span;
    this.kind = kind;
    this.recorded = span.isRecording();
  }

  /** What this thread has said it works for; null where it has not. */
  static @Nullable OtelSpan now() {
    Within within = NOW.get();
    return within == null ? null : within.span();
  }

  /** Says of a request what it is, at an address of ours. */
  void describe(String asked, URI at) {
    method = asked;
    set("http.request.method", asked);
    set("url.scheme", String.valueOf(at.getScheme()));
    set("server.address", String.valueOf(at.getHost()));
    if (at.getPort() > 0) {
      span.setAttribute("server.port", at.getPort());
    }
  }

  void link(SpanContext other) {
    io.opentelemetry.api.trace.Span linked = span.addLink(other);
    assert linked == span;
  }

  private void set(String key, String value) {
    io.opentelemetry.api.trace.Span same = span.setAttribute(key, value);
    assert same == span;
  }

  private void set(String key, long value) {
    io.opentelemetry.api.trace.Span same = span.setAttribute(key, value);
    assert same == span;
  }

  @Override
  public boolean recorded() {
    return recorded;
  }

  @Override
  public String traceId() {
    return recorded ? span.getSpanContext().getTraceId() : "";
  }

  @Override
  public String id() {
    return recorded ? span.getSpanContext().getSpanId() : "";
  }

  @Override
  public void route(String pattern) {
    if (recorded) {
      set("http.route", pattern);
      io.opentelemetry.api.trace.Span same =
          span.updateName((method.equals(OTHER) ? "HTTP" : method) + " " + pattern);
      assert same == span;
    }
  }

  @Override
  public void event(String event) {
    if (recorded) {
      set("headgate.event", event);
    }
  }

  /** Where nothing is recorded, whoever comes next is told the same as of this. */
  @Override
  public Span toUpstream(String upstream, String asked) {
    if (!recorded) {
      return this;
    }
    String name = method.equals(OTHER) ? "HTTP" : asked;
    OtelSpan child = child(tracer.spanBuilder(name), SpanKind.CLIENT);
    child.set("http.request.method", method.equals(OTHER) ? OTHER : asked);
    child.set("headgate.upstream", upstream);
    return child;
  }

  @Override
  public Span toStore(String script) {
    if (!recorded) {
      return Spans.NONE;
    }
    String procedure = script.toLowerCase(Locale.ROOT);
    SpanBuilder builder = tracer.spanBuilder("EVALSHA " + procedure);
    Within within = NOW.get();
    int batch = 1;
    if (within != null && within.span() == this) {
      batch += within.others().size();
      for (Span other : within.others()) {
        if (other instanceof OtelSpan linked) {
          builder = builder.addLink(linked.span.getSpanContext());
        }
      }
    }
    OtelSpan child = child(builder, SpanKind.CLIENT);
    child.set("db.system.name", "redis");
    child.set("db.operation.name", "EVALSHA");
    child.set("db.stored_procedure.name", procedure);
    if (batch > 1) {
      child.set("db.operation.batch.size", batch);
    }
    return child;
  }

  private OtelSpan child(SpanBuilder builder, SpanKind of) {
    return new OtelSpan(
        tracer, builder.setSpanKind(of).setParent(Context.root().with(span)).startSpan(), of);
  }

  @Override
  public void tried(String host, int port, int tries) {
    if (recorded) {
      set("server.address", host);
      set("server.port", port);
      if (tries > 1) {
        set("http.request.resend_count", tries - 1L);
      }
    }
  }

  @Override
  public void answered(int status) {
    if (recorded) {
      set("http.response.status_code", status);
      if (status >= (kind == SpanKind.CLIENT ? BAD_REQUEST : SERVER_ERROR)) {
        failed(Integer.toString(status));
      }
    }
  }

  @Override
  public void failed(String why) {
    if (recorded) {
      set("error.type", why);
      io.opentelemetry.api.trace.Span same = span.setStatus(StatusCode.ERROR);
      assert same == span;
    }
  }

  /** Says that who asked has gone; which is no failure of ours. */
  void left(String how) {
    if (recorded) {
      set("error.type", how);
    }
  }

  boolean ended() {
    return ended;
  }

  @Override
  public void end() {
    ended = true;
    span.end();
  }

  @Override
  public void writeTo(MultiMap headers) {
    headers.remove("traceparent").remove("tracestate");
    W3CTraceContextPropagator.getInstance()
        .inject(Context.root().with(span), headers, OtelSpan::put);
  }

  private static void put(@Nullable MultiMap headers, String name, String value) {
    if (headers != null) {
      headers.set(name, value);
    }
  }

  @Override
  public void run(Runnable work) {
    boolean done =
        within(
            () -> {
              work.run();
              return true;
            });
    assert done;
  }

  @Override
  public <T> T within(List<Span> others, Supplier<T> work) {
    if (!recorded) {
      return work.get();
    }
    Within before = NOW.get();
    NOW.set(new Within(this, others));
    try {
      return work.get();
    } finally {
      if (before == null) {
        NOW.remove();
      } else {
        NOW.set(before);
      }
    }
  }

  @Override
  public <T> Future<T> ending(Future<T> work) {
    return recorded
        ? work.onComplete(
            done -> {
              if (done.failed()) {
                failed(done.cause().getClass().getSimpleName());
              }
              end();
            })
        : work;
  }
}
