package dev.headgate.gateway.trace;

import dev.headgate.gateway.config.Traces;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.spi.context.storage.ContextLocal;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.tracing.TracingPolicy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span of each request of our servers, and keeps it where the request's context is. It does
 * not take part in what Vert.x's own clients do: those spans would hold whole addresses.
 *
 * <p>{@link TracingPolicy#PROPAGATE} is what the operators' server says, whose changes are few and
 * all traced.
 */
final class OtelRecorder implements Recorder {

  // Registered before the Vert.x whose contexts have it is made, as it must be.
  private static final ContextLocal<OtelSpan> LOCAL = ContextLocal.registerLocal(OtelSpan.class);

  /** One in so many is kept; prime, so that of many events each has its turn. */
  private static final int RARE = 61;

  /** Those that semantic conventions know; a client may send any word as a method. */
  private static final Set<String> METHODS =
      Set.of(
          "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE");

  private static final String PARENT = "traceparent";

  private static final TextMapGetter<HttpServerRequest> HEADERS =
      new TextMapGetter<>() {
        @Override
        public @Nullable String get(@Nullable HttpServerRequest request, String name) {
          List<String> all = request == null ? List.of() : request.headers().getAll(name);
          if (name.equals(PARENT)) {
            return all.size() == 1 ? all.get(0) : null;
          }
          return all.isEmpty() ? null : String.join(",", all);
        }
      };

  private final Tracer tracer;
  private final boolean follows;
  private final boolean traces;
  private final URI fans;
  private final URI operators;
  private final AtomicLong rareOnes = new AtomicLong();

  OtelRecorder(Tracer tracer, TracingParts parts) {
    Traces rules = Objects.requireNonNull(parts.rules());
    this.tracer = tracer;
    this.follows = rules.parent() == Traces.Parent.FOLLOW;
    this.traces = rules.ratio() > 0;
    this.fans = parts.fans();
    this.operators = parts.operators();
  }

  @Override
  public <R> @Nullable Span receiveRequest(
      io.vertx.core.Context context,
      io.vertx.core.spi.tracing.SpanKind kind,
      TracingPolicy policy,
      R received,
      String operation,
      Iterable<Map.Entry<String, String>> headers,
      TagExtractor<R> tags) {
    if (!(received instanceof HttpServerRequest request)) {
      return null;
    }
    boolean operator = policy == TracingPolicy.PROPAGATE;
    String method = known(request.method().name());
    Context before = parent(request, operator);
    SpanBuilder builder =
        tracer
            .spanBuilder(method.equals(OtelSpan.OTHER) ? "HTTP" : method)
            .setSpanKind(SpanKind.SERVER)
            .setParent(before);
    OtelSpan span = new OtelSpan(tracer, builder.startSpan(), SpanKind.SERVER);
    if (span.recorded()) {
      span.describe(method, operator ? operators : fans);
      link(span, request);
    }
    LOCAL.put(context, span);
    return span;
  }

  private Context parent(HttpServerRequest request, boolean operator) {
    HttpMethod method = request.method();
    boolean changes = !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD);
    Context base = operator && changes && traces ? Share.ALWAYS : Context.root();
    return follows ? extract(base, request) : base;
  }

  private static Context extract(Context base, HttpServerRequest request) {
    return W3CTraceContextPropagator.getInstance().extract(base, request, HEADERS);
  }

  /** What the other says beside the ids is for those who trust it, and stays out of ours. */
  private void link(OtelSpan span, HttpServerRequest request) {
    if (follows || !request.headers().contains(PARENT)) {
      return;
    }
    SpanContext theirs =
        io.opentelemetry.api.trace.Span.fromContext(extract(Context.root(), request))
            .getSpanContext();
    if (theirs.isValid()) {
      span.link(
          SpanContext.createFromRemoteParent(
              theirs.getTraceId(),
              theirs.getSpanId(),
              theirs.getTraceFlags(),
              TraceState.getDefault()));
    }
  }

  private static String known(String method) {
    return METHODS.contains(method) ? method : OtelSpan.OTHER;
  }

  @Override
  public <R> void sendResponse(
      io.vertx.core.Context context,
      @Nullable R sent,
      @Nullable Span span,
      @Nullable Throwable failure,
      TagExtractor<R> tags) {
    if (!(span instanceof OtelSpan ours)) {
      return;
    }
    if (failure != null) {
      ours.left(failure.getClass().getSimpleName());
    } else if (sent instanceof HttpServerResponse response) {
      span.answered(response.getStatusCode());
    }
    span.end();
  }

  @Override
  public Span of(ContextInternal context) {
    OtelSpan span = LOCAL.get(context);
    return span == null ? Spans.NONE : span;
  }

  @Override
  public Span current(ContextInternal context) {
    OtelSpan within = OtelSpan.now();
    OtelSpan span = within == null ? LOCAL.get(context) : within;
    // Timers that a request has set run on its context for ever.
    return span == null || span.ended() ? Spans.NONE : span;
  }

  @Override
  public Span rare(String name) {
    boolean kept = traces && rareOnes.getAndIncrement() % RARE == 0;
    return kept
        ? new OtelSpan(
            tracer, tracer.spanBuilder(name).setParent(Share.ALWAYS).startSpan(), SpanKind.INTERNAL)
        : Spans.NONE;
  }
}
