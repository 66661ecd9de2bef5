package dev.headgate.gateway.trace;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.util.List;
import java.util.function.Supplier;

final class NoSpan implements Span {

  @Override
  public boolean recorded() {
    return false;
  }

  @Override
  public String traceId() {
    return "";
  }

  @Override
  public String id() {
    return "";
  }

  @Override
  public void route(String pattern) {}

  @Override
  public void event(String event) {}

  @Override
  public Span toUpstream(String upstream, String method) {
    return this;
  }

  @Override
  public Span toStore(String script) {
    return this;
  }

  @Override
  public void tried(String host, int port, int tries) {}

  @Override
  public void answered(int status) {}

  @Override
  public void failed(String why) {}

  @Override
  public void end() {}

  @Override
  public void writeTo(MultiMap headers) {}

  @Override
  public void run(Runnable work) {
    work.run();
  }

  @Override
  public <T> T within(List<Span> others, Supplier<T> work) {
    return work.get();
  }

  @Override
  public <T> Future<T> ending(Future<T> work) {
    return work;
  }
}
