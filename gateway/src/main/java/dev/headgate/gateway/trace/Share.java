package dev.headgate.gateway.trace;

import dev.headgate.gateway.config.Traces;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/**
 * Which traces are kept: a share of them, told by their ids alone, so that every service that has
 * the same share keeps the same ones. A part of a trace is kept if the whole is.
 */
final class Share implements Sampler {

  private static final ContextKey<Boolean> KEPT = ContextKey.named("kept");

  /** The parent of a trace that is kept in any case. */
  static final Context ALWAYS = Context.root().with(KEPT, true);

  private final Sampler share;

  Share(Traces rules) {
    share = Sampler.parentBased(Sampler.traceIdRatioBased(rules.ratio()));
  }

  @Override
  public SamplingResult shouldSample(
      Context parent,
      String traceId,
      String name,
      SpanKind kind,
      Attributes attributes,
      List<LinkData> links) {
    return parent.get(KEPT) != null && !isPart(parent)
        ? SamplingResult.recordAndSample()
        : share.shouldSample(parent, traceId, name, kind, attributes, links);
  }

  private static boolean isPart(Context parent) {
    return Span.fromContext(parent).getSpanContext().isValid();
  }

  @Override
  public String getDescription() {
    return "Share{" + share.getDescription() + "}";
  }
}
