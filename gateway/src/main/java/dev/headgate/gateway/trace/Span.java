package dev.headgate.gateway.trace;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.function.Supplier;

/**
 * A piece of work in a trace, from now until {@link #end}. Where nothing is traced everything here
 * does nothing, and makes no object.
 *
 * <p>Whatever is given as a text has few values: no place, session, seat, token or path.
 */
public interface Span {

  /** Whether it goes to the collector. */
  boolean recorded();

  /** The id of its trace in hexadecimal digits; empty where it is not recorded. */
  String traceId();

  /** Its own id in hexadecimal digits; empty where it is not recorded. */
  String id();

  /** Says which rule of ours a request was for, such as {@code /queue/{event}/status}. */
  void route(String pattern);

  /** Says which event it was about, once it is known that there is one. */
  void event(String event);

  /** Begins the way of a request to an upstream, within this. */
  Span toUpstream(String upstream, String method);

  /** Begins a call of a script of the store, within this. */
  Span toStore(String script);

  /** Says which server was asked, at which try, counted from 1. */
  void tried(String host, int port, int tries);

  /** Says what was answered. */
  void answered(int status);

  /** Says why it did not go well. */
  void failed(String why);

  /** Ends it; what comes later is not noted. */
  void end();

  /** Writes where it is, for who does the next part of the work, over what the headers said. */
  void writeTo(MultiMap headers);

  /** Does something in which {@link Spans#current} is this. */
  void run(Runnable work);

  /**
   * The same for something that is done for others as well.
   *
   * @param others are named in the spans that begin in it
   */
  <T> T within(List<Span> others, Supplier<T> work);

  /** The same for this alone. */
  default <T> T within(Supplier<T> work) {
    return within(List.of(), work);
  }

  /** Ends it with a future, and as that does. */
  <T> Future<T> ending(Future<T> work);
}
