package dev.headgate.gateway.trace;

import io.vertx.core.internal.ContextInternal;
import io.vertx.core.spi.tracing.VertxTracer;

/** What a Vert.x has where traces are kept; found by way of any of its contexts. */
interface Recorder extends VertxTracer<Span, Object> {

  /** The span of the request that a context was made for. */
  Span of(ContextInternal context);

  /** The span of what runs now, on one of its contexts. */
  Span current(ContextInternal context);

  /** Begins a trace of background work, which is done so often that few of it are kept. */
  Span rare(String name);
}
