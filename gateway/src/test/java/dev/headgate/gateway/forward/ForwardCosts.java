package dev.headgate.gateway.forward;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.management.ThreadMXBean;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.http.EventCookies;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.upstream.Upstreams;
import dev.headgate.gateway.upstream.UpstreamsParts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures what the gateway itself does about an admitted request, without the network and the
 * library: processor time and memory of one thread, which others on the machine disturb little.
 * Prints them; it is no test.
 */
final class ForwardCosts {
  private static final int BATCH = 1_000;
  private static final int BATCHES = 1_000;
  private static final int ROUNDS = 4;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Gate gate;
  private final ForwardedHeaders requests;
  private final ResponseRules answers;
  private final GatewayConfig config;
  private final HttpServerRequest request = request();
  private final Gate.Asked asked;
  private final byte[] token;
  private final Cost judging = new Cost("judge the token");
  private final Cost writing = new Cost("write the headers");
  private final Cost answering = new Cost("copy the answer's");
  private final Cost encoding = new Cost("make them bytes");
  private long proof;

  private ForwardCosts(Scene scene) {
    config = Scene.config(List.of(), Map.of("shop", 9));
    gate = new Gate(scene.tokens);
    requests = new ForwardedHeaders(parts(scene), gate);
    answers = new ResponseRules(EventCookies.of(config));
    asked = new Gate.Asked("derby", null, scene.derby.now.getEpochSecond());
    token = scene.token("derby").getBytes(ISO_8859_1);
  }

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    Path keys = Files.createTempDirectory("headgate-costs");
    try (Scene scene = new Scene(keys, List.of())) {
      ForwardCosts costs = new ForwardCosts(scene);
      for (int round = 1; round <= ROUNDS; round++) {
        costs.round();
        System.out.println("round " + round);
        List.of(costs.judging, costs.writing, costs.answering, costs.encoding).forEach(Cost::print);
      }
      System.out.println("bytes to send: " + costs.proof);
    }
  }

  private ForwardParts parts(Scene scene) {
    return new ForwardParts(
        scene.vertx,
        config,
        scene.events,
        scene.queue,
        scene.backends,
        Upstreams.over(new UpstreamsParts(scene.vertx, config, scene.metrics, System::nanoTime)),
        scene.tickets,
        scene.tokens,
        QueuePage.bundled(),
        scene.metrics,
        () -> scene.derby.now);
  }

  private static HttpServerRequest request() {
    SocketAddress peer = SocketAddress.inetSocketAddress(4711, "127.0.0.1");
    HostAndPort asked = HostAndPort.create("127.0.0.1", 8080);
    return (HttpServerRequest)
        Proxy.newProxyInstance(
            ForwardCosts.class.getClassLoader(),
            new Class<?>[] {HttpServerRequest.class},
            (proxy, method, arguments) -> method.getName().equals("remoteAddress") ? peer : asked);
  }

  private void round() {
    for (int i = 0; i < BATCHES; i++) {
      batch();
    }
  }

  private void batch() {
    HeadersMultiMap[] brought = new HeadersMultiMap[BATCH];
    HeadersMultiMap[] sent = new HeadersMultiMap[BATCH];
    HeadersMultiMap[] answered = new HeadersMultiMap[BATCH];
    HeadersMultiMap[] told = new HeadersMultiMap[BATCH];
    Passage[] passages = new Passage[BATCH];
    for (int i = 0; i < BATCH; i++) {
      brought[i] = brought();
      sent[i] = HeadersMultiMap.httpHeaders();
      answered[i] = answered();
      told[i] = HeadersMultiMap.httpHeaders();
    }
    Verdict[] verdicts = new Verdict[BATCH];
    judging.of(i -> verdicts[i] = gate.judge(brought[i], asked));
    for (int i = 0; i < BATCH; i++) {
      passages[i] = passage((Verdict.Admitted) verdicts[i]);
    }
    writing.of(i -> requests.write(brought[i], sent[i], passages[i]));
    answering.of(i -> proof += answers.copy(answered[i], told[i], passages[i].route()));
    ByteBuf bytes = Unpooled.buffer(4_096);
    encoding.of(i -> sent[i].encode(bytes.clear(), false));
    proof = bytes.writerIndex();
  }

  private Passage passage(Verdict.Admitted admitted) {
    return new Passage(
        request,
        config.routes().get(3),
        asked,
        admitted,
        Future.succeededFuture(Optional.empty()),
        List.of());
  }

  // As a decoder gives them: names and values are new objects in each request.
  private HeadersMultiMap brought() {
    return HeadersMultiMap.httpHeaders()
        .add(new AsciiString("Host"), "127.0.0.1:8080")
        .add(new AsciiString(Gate.HEADER), new String(token, ISO_8859_1));
  }

  private static HeadersMultiMap answered() {
    return HeadersMultiMap.httpHeaders()
        .add(new AsciiString("Server"), "nginx")
        .add(new AsciiString("Date"), "Mon, 30 Nov 2026 08:00:00 GMT")
        .add(new AsciiString("Content-Type"), "text/plain")
        .add(new AsciiString("Content-Length"), "37")
        .add(new AsciiString("Connection"), "keep-alive");
  }

  /** One step. */
  private interface Step {
    void take(int number);
  }

  /** What a step has cost since it was last printed. */
  private final class Cost {
    private final String name;
    private long nanos;
    private long bytes;

    Cost(String name) {
      this.name = name;
    }

    void of(Step step) {
      long thread = Thread.currentThread().getId();
      long memory = threads.getThreadAllocatedBytes(thread);
      long time = threads.getThreadCpuTime(thread);
      for (int i = 0; i < BATCH; i++) {
        step.take(i);
      }
      nanos += threads.getThreadCpuTime(thread) - time;
      bytes += threads.getThreadAllocatedBytes(thread) - memory;
    }

    void print() {
      long taken = (long) BATCH * BATCHES;
      System.out.printf("  %-18s %5d ns %5d bytes%n", name, nanos / taken, bytes / taken);
      nanos = 0;
      bytes = 0;
    }
  }
}
