package dev.headgate.gateway.trace;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the span of what is being done. Whether there are any is a matter of the Vert.x it is done
 * on, so that nobody has to be handed a tracer.
 */
public final class Spans {

  /** What there is where nothing is traced. */
  public static final Span NONE = new NoSpan();

  private Spans() {}

  /** That of a request of one of our servers, whatever runs now. */
  public static Span of(HttpServerRequest request) {
    ContextInternal context =
        request instanceof HttpServerRequestInternal ours ? ours.context() : null;
    Recorder recorder = recorder(context);
    return recorder == null || context == null ? NONE : recorder.of(context);
  }

  /** That of what runs now. */
  public static Span current() {
    ContextInternal context = ContextInternal.current();
    Recorder recorder = recorder(context);
    return recorder == null || context == null ? NONE : recorder.current(context);
  }

  /**
   * Begins a trace of background work that comes again and again; of sixty the first is traced, if
   * the share of traced requests has it so.
   */
  public static Span rare(String name) {
    Recorder recorder = recorder(ContextInternal.current());
    return recorder == null ? NONE : recorder.rare(name);
  }

  /** Does something for several at once: within the first that is recorded, naming the others. */
  public static <E, T> T together(List<E> all, Function<E, Span> span, Supplier<T> work) {
    for (E one : all) {
      Span first = span.apply(one);
      if (first.recorded()) {
        return first.within(recorded(all, span, first), work);
      }
    }
    return work.get();
  }

  private static <E> List<Span> recorded(List<E> all, Function<E, Span> span, Span but) {
    List<Span> others = new ArrayList<>();
    for (E one : all) {
      Span other = span.apply(one);
      if (other != but && other.recorded()) {
        others.add(other);
      }
    }
    return others;
  }

  private static @Nullable Recorder recorder(@Nullable ContextInternal context) {
    return context != null && context.tracer() instanceof Recorder recorder ? recorder : null;
  }
}
