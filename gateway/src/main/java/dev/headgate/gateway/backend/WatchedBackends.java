package dev.headgate.gateway.backend;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.Route;
import dev.headgate.gateway.config.Upstream;
import dev.headgate.gateway.queue.BackendReport;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The upstreams that routes with admission lead to, each with its traffic and its own word. */
final class WatchedBackends implements Backends {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final BackendsParts parts;
  private final LongSupplier nanoTime;
  private final LoadPolls.Pace pace;
  private final HttpClient client;
  private final LoadMeters meters;
  private final LoadPolls rounds;
  private volatile Map<String, Watched> watched = Map.of();

  /**
   * One upstream.
   *
   * @param load where it says how loaded it is, and who asks there; null where it does not
   */
  private record Watched(Traffic traffic, @Nullable URI load, @Nullable LoadPoll poll) {}

  WatchedBackends(BackendsParts parts, LoadPolls.Pace pace) {
    this.parts = parts;
    this.pace = pace;
    nanoTime = parts.nanoTime();
    client = parts.vertx().createHttpClient(clientOptions(pace));
    meters = new LoadMeters(parts.metrics());
    rounds = new LoadPolls(parts.vertx(), nanoTime, pace, List.of());
    reconfigure(parts.config());
  }

  @Override
  public synchronized void reconfigure(GatewayConfig next) {
    Map<String, Watched> all = new LinkedHashMap<>();
    for (Route route : next.routes()) {
      if (route.access() == Route.Access.ADMISSION) {
        all.computeIfAbsent(route.upstream(), name -> watch(name, next.upstreams().get(name)));
      }
    }
    watched = Collections.unmodifiableMap(all);
    rounds.replace(polls(all));
  }

  private Watched watch(String name, @Nullable Upstream upstream) {
    URI load = upstream == null ? null : upstream.load();
    Watched before = watched.get(name);
    if (before != null && Objects.equals(before.load(), load)) {
      return before;
    }
    Traffic traffic = before == null ? new Traffic() : before.traffic();
    return new Watched(traffic, load, load == null ? null : poll(name, load));
  }

  private LoadPoll poll(String name, URI load) {
    RequestOptions address = new RequestOptions().setAbsoluteURI(load.toString());
    long timeoutMillis = pace.timeout().toMillis();
    return new LoadPoll(
        new LoadPoll.Parts(parts.vertx(), client, name, address, timeoutMillis, nanoTime, meters));
  }

  private static List<LoadPoll> polls(Map<String, Watched> all) {
    List<LoadPoll> polls = new ArrayList<>();
    for (Watched one : all.values()) {
      if (one.poll() != null) {
        polls.add(one.poll());
      }
    }
    return polls;
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
    for (LoadPoll poll : polls(watched)) {
      LoadFigures figures = poll.newest(now, pace.memory().toNanos());
      if (figures != null) {
        load = figures.with(load, event);
      }
    }
    Traffic.Seen seen = seen(second(now));
    return new BackendReport(seen.holds(), seen.requests(), seen.errors(), load);
  }

  private Traffic.Seen seen(long second) {
    Traffic.Seen all = new Traffic.Seen(List.of(), 0, 0);
    for (Watched one : watched.values()) {
      all = all.plus(one.traffic().seen(second));
    }
    return all;
  }

  @Override
  public void answered(String upstream, String method, int status, long millis) {
    Traffic to = traffic(upstream);
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
    Traffic to = traffic(upstream);
    if (to != null) {
      to.answered(true, second(nanoTime.getAsLong()));
    }
  }

  @Override
  public Future<Void> close() {
    return rounds.end().eventually(client::close);
  }

  private @Nullable Traffic traffic(String upstream) {
    Watched one = watched.get(upstream);
    return one == null ? null : one.traffic();
  }

  private static long second(long nanos) {
    return Math.floorDiv(nanos, TimeUnit.SECONDS.toNanos(1));
  }
}
