package dev.headgate.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Transport;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventLoopsTest {
  private static final String NEW = "6.18.1-generic";
  private final List<String> tried = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"6.1", "6.1.0-21-amd64", "6.18.44", "7.0.0", "10.0-rc1", "6.10+"})
  void autoTriesIoUringOnKernelsThatDoItWell(String release) {
    assertEquals(Transport.IO_URING, EventLoops.inOrder(Transport.AUTO, release).get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "6",
        "6.0.19",
        "5.15.0-91-generic",
        "5.4",
        "4.18.0-553.el8",
        "x.y",
        "61.",
        "-"
      })
  void autoLeavesItAloneOnOlderKernelsAndOnUnknownOnes(String release) {
    assertEquals(
        List.of(Transport.EPOLL, Transport.NIO), EventLoops.inOrder(Transport.AUTO, release));
  }

  @Test
  void whoeverAsksForIoUringByNameGetsItOnAnyKernelThatHasIt() {
    assertEquals(Transport.IO_URING, EventLoops.inOrder(Transport.IO_URING, "5.15").get(0));
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void whateverIsWantedThereAreLoopsInTheEnd(Transport wanted) {
    Vertx vertx = EventLoops.start(wanted, Vertx::builder);
    assertEquals(
        1, vertx.executeBlocking(() -> 1).toCompletionStage().toCompletableFuture().join());
    vertx.close().await();
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void whatDoesNotStartIsPassedOverAsLongAsThereIsAnother(Transport wanted) {
    Supplier<VertxBuilder> none = () -> builder("");
    assertThrows(IllegalStateException.class, () -> EventLoops.start(wanted, NEW, none));
    assertEquals("nio", tried.get(tried.size() - 1));
    List<String> all = List.copyOf(tried);
    for (String last : all) {
      tried.clear();
      Vertx vertx = EventLoops.start(wanted, NEW, () -> builder(last));
      vertx.close().await();
      assertEquals(all.subList(0, all.indexOf(last) + 1), tried);
    }
  }

  @Test
  void loopsOnJavasOwnTransportAreNotNative() {
    Vertx vertx = EventLoops.start(Transport.NIO, Vertx::builder);
    assertTrue(!vertx.isNativeTransportEnabled());
    vertx.close().await();
  }

  /** A builder whose loops start on one transport alone, as where a container forbids others. */
  private VertxBuilder builder(String allowed) {
    VertxBuilder real = Vertx.builder();
    return (VertxBuilder)
        Proxy.newProxyInstance(
            VertxBuilder.class.getClassLoader(),
            new Class<?>[] {VertxBuilder.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("withTransport")) {
                tried.add(((io.vertx.core.transport.Transport) arguments[0]).name());
                return proxy;
              }
              String last = tried.get(tried.size() - 1);
              if (last.equals(allowed)) {
                return real.build();
              }
              throw new IllegalStateException("not permitted: " + last);
            });
  }
}
