package dev.headgate.gateway.trace;

import dev.headgate.gateway.config.Traces;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VertxBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Tracing by OpenTelemetry's library. It and what it names are the only classes that know it. */
final class OtelTracing implements Tracing {

  /** Said of each batch, and of the collector's answers word by word; we say it once. */
  private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

  /** Where the library looks for what it is made of. */
  private static final ComponentLoader OUR_SENDER =
      new ComponentLoader() {
        @Override
        public <T> Iterable<T> load(Class<T> kind) {
          HttpSenderProvider sender = CollectorSender::new;
          return kind.isInstance(sender) ? List.of(kind.cast(sender)) : List.of();
        }
      };

  private final SpanQueue queue;
  private final OtelRecorder recorder;

  private OtelTracing(SpanQueue queue, OtelRecorder recorder) {
    this.queue = queue;
    this.recorder = recorder;
  }

  static Tracing open(TracingParts parts) {
    LIBRARY.setLevel(Level.OFF);
    Traces rules = Objects.requireNonNull(parts.rules());
    SpanQueue queue = new SpanQueue(exporter(rules, parts.timing()), parts);
    SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setResource(Resource.getDefault().merge(Resource.create(resource(rules, parts))))
            .setSampler(new Share(rules))
            .addSpanProcessor(queue)
            .build();
    queue.begin();
    return new OtelTracing(queue, new OtelRecorder(provider.get("dev.headgate.gateway"), parts));
  }

  private static Attributes resource(Traces rules, TracingParts parts) {
    AttributesBuilder attributes = Attributes.builder();
    attributes.put("service.name", rules.service()).put("service.instance.id", parts.instance());
    rules.attributes().forEach(attributes::put);
    return attributes.build();
  }

  private static OtlpHttpSpanExporter exporter(Traces rules, TracingParts.Timing timing) {
    OtlpHttpSpanExporterBuilder exporter =
        OtlpHttpSpanExporter.builder()
            .setEndpoint(rules.endpoint().toString())
            .setTimeout(timing.answer())
            .setConnectTimeout(timing.answer())
            .setComponentLoader(OUR_SENDER);
    rules.headers().forEach(header -> exporter.addHeader(header.name(), HeaderValue.of(header)));
    return exporter.build();
  }

  @Override
  public VertxBuilder traced(VertxBuilder builder) {
    return builder.withTracer(options -> recorder);
  }

  @Override
  public Future<Void> close(Duration atMost) {
    Promise<Void> closed = Promise.promise();
    queue.end(atMost, closed::complete);
    return closed.future();
  }
}
