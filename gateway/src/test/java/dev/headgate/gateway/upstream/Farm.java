package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.OutlierRules;
import dev.headgate.gateway.config.OutlierRules.AllOut;
import dev.headgate.gateway.config.ServerLimits;
import dev.headgate.gateway.config.Upstream;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Upstreams under a clock that is set by hand, without chance. Nothing listens anywhere. */
final class Farm {
  static final int FIRST_PORT = 9000;

  final AtomicLong nanos = new AtomicLong(-7_000_000_000L);
  final MeterRegistry metrics = new SimpleMeterRegistry();
  private final Vertx vertx;

  Farm(Vertx vertx) {
    this.vertx = vertx;
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  Upstreams shop(Upstream shop) {
    return Upstreams.over(parts(Map.of("shop", shop)));
  }

  UpstreamsParts parts(Map<String, Upstream> upstreams) {
    return new UpstreamsParts(vertx, config(upstreams), metrics, nanos::get, () -> 0);
  }

  static GatewayConfig config(Map<String, Upstream> upstreams) {
    GatewayConfig plain = GatewayConfig.defaults(Path.of("."));
    return new GatewayConfig(
        plain.publicOrigin(),
        plain.host(),
        0,
        plain.operatorHost(),
        0,
        List.of(),
        plain.redis(),
        plain.keys(),
        false,
        plain.state(),
        upstreams,
        List.of(),
        List.of(),
        List.of(),
        1,
        1,
        Map.of());
  }

  static Upstream of(int servers, OutlierRules outliers, ServerLimits limits) {
    return new Upstream(origins(servers), null, null, outliers, limits);
  }

  static Upstream of(int servers, AllOut allOut) {
    return of(servers, rules(allOut), ServerLimits.usual());
  }

  static List<URI> origins(int servers) {
    List<URI> origins = new ArrayList<>();
    for (int i = 0; i < servers; i++) {
      origins.add(URI.create("http://127.0.0.1:" + (FIRST_PORT + i)));
    }
    return origins;
  }

  static OutlierRules rules(AllOut allOut) {
    OutlierRules usual = OutlierRules.usual();
    return new OutlierRules(
        usual.consecutive(),
        usual.statuses(),
        usual.percent(),
        usual.requests(),
        usual.window(),
        usual.ejectFor(),
        usual.ejectAtMost(),
        allOut,
        usual.openAtMost());
  }

  /** Which server a try is at; -1 for none. */
  static int at(@Nullable Try one) {
    return one == null ? -1 : one.address().port() - FIRST_PORT;
  }

  /** Makes a server fail until it is out; all others answer. */
  static void putOut(Upstreams upstreams, int server) {
    for (int failures = 0, looks = 0; failures < 5; looks++) {
      Try one = upstreams.next("shop", null);
      if (one == null || looks > 1_000) {
        throw new AssertionError("server " + server + " is not asked");
      }
      if (at(one) == server) {
        one.failed();
        failures++;
      } else {
        one.answered(200, 1);
      }
    }
  }

  double gauge(String name, int server) {
    return metrics.get(name).tag("server", "127.0.0.1:" + (FIRST_PORT + server)).gauge().value();
  }
}
