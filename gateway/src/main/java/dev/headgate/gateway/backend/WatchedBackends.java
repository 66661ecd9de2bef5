package dev.headgate.gateway.backend;

import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Upstream;
import dev.headgate.gateway.queue.BackendReport;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The upstreams that routes with admission lead to, each with its traffic and its own word. */
final class WatchedBackends implements Backends {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final LongSupplier nanoTime;
  private final long memoryNanos;
  private final Map<String, Traffic> traffic = new LinkedHashMap<>();
  private final List<LoadPoll> polls = new ArrayList<>();
  private final LoadPolls rounds;

  WatchedBackends(BackendsParts parts, LoadPolls.Pace pace) {
    nanoTime = parts.nanoTime();
    memoryNanos = pace.memory().toNanos();
    for (Route route : parts.config().routes()) {
      if (route.access() == Route.Access.ADMISSION) {
        traffic.putIfAbsent(route.upstream(), new Traffic());
      }
    }
    HttpClient client = parts.vertx().createHttpClient(clientOptions(pace));
    LoadMeters meters = new LoadMeters(parts.metrics());
    for (String name : traffic.keySet()) {
      Upstream upstream = parts.config().upstreams().get(name);
      URI load = upstream == null ? null : upstream.load();
      if (load != null) {
        RequestOptions address = new RequestOptions().setAbsoluteURI(load.toString());
        polls.add(
            new LoadPoll(
                new LoadPoll.Parts(
                    parts.vertx(),
                    client,
                    name,
                    address,
                    pace.timeout().toMillis(),
                    nanoTime,
                    meters)));
      }
    }
    rounds = new LoadPolls(parts.vertx(), nanoTime, pace, polls);
  }

  private static HttpClientOptions clientOptions(LoadPolls.Pace pace) {
    return new HttpClientOptions()
        .setName("headgate-load")
        .setConnectTimeout((int) pace.timeout().toMillis())
        .setDecompressionSupported(false);
  }

  @Override
  public BackendReport of(String event) {
    long now = nanoTime.getAsLong();
    rounds.wanted(now);
    BackendReport.Load load = null;
    for (LoadPoll poll : polls) {
      LoadFigures figures = poll.newest(now, memoryNanos);
      if (figures != null) {
        load = figures.with(load, event);
      }
    }
    Traffic.Seen seen = seen(second(now));
    return new BackendReport(seen.holds(), seen.requests(), seen.errors(), load);
  }

  private Traffic.Seen seen(long second) {
    Traffic.Seen all = new Traffic.Seen(List.of(), 0, 0);
    for (Traffic one : traffic.values()) {
      all = all.plus(one.seen(second));
    }
    return all;
  }

  @Override
  public void answered(String upstream, String method, int status, long millis) {
    Traffic to = traffic.get(upstream);
    if (to == null) {
      return;
    }
    long second = second(nanoTime.getAsLong());
    boolean failed = status >= 500;
    if (READING.contains(method)) {
      to.answered(failed, second);
    } else {
      to.held(millis, failed, second);
    }
  }

  @Override
  public void unanswered(String upstream) {
    Traffic to = traffic.get(upstream);
    if (to != null) {
      to.answered(true, second(nanoTime.getAsLong()));
    }
  }

  private static long second(long nanos) {
    return Math.floorDiv(nanos, TimeUnit.SECONDS.toNanos(1));
  }
}
