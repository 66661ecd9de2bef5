package dev.headgate.gateway.audit;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trails in the store and on disk; each gets what only the other has. */
final class StoredTrail implements AuditTrail {
  private static final Logger LOG = LoggerFactory.getLogger(StoredTrail.class);

  private final Vertx vertx;
  private final InstantSource clock;
  private final SharedTrails shared;
  private final TrailFiles files;
  private final long followMillis;
  private long seenMillis;
  private String seenLife = "";
  private long ownMillis;
  private int ownNumber;
  private volatile boolean closed;

  private StoredTrail(AuditParts parts) {
    this.vertx = parts.vertx();
    this.clock = parts.clock();
    this.shared = new SharedTrails(vertx, parts.redis());
    this.files = new TrailFiles(vertx, parts.folder());
    this.followMillis = parts.follow().toMillis();
  }

  static StoredTrail begin(AuditParts parts) {
    StoredTrail trail = new StoredTrail(parts);
    trail.followLater();
    return trail;
  }

  @Override
  public Future<Void> note(Change change) {
    String event = change.event();
    String rest = AuditEntry.rest(change, UUID.randomUUID().toString());
    return shared
        .append(event, rest)
        .map(entry -> new Noted(entry, true))
        // It may have been added all the same: then two entries have one key, and one is shown.
        .otherwise(away -> new Noted(without(event, rest, away), false))
        .compose(noted -> files.add(event, noted.entry).recover(full -> kept(noted, event, full)));
  }

  /** An entry, and whether the store has it. */
  private record Noted(AuditEntry entry, boolean shared) {}

  private static Future<Void> kept(Noted noted, String event, Throwable full) {
    if (!noted.shared) {
      return Future.failedFuture(full);
    }
    LOG.error("event {}: an entry is in the store, and not on this disk", event, full);
    return Future.succeededFuture();
  }

  @Override
  public Future<Page> read(String event, String after, int limit) {
    return exchange(event)
        .otherwiseEmpty()
        .compose(exchanged -> files.shown(event, after, limit + 1))
        .map(
            found -> {
              List<AuditEntry> page = found.subList(0, Math.min(limit, found.size()));
              boolean more = found.size() > page.size();
              return new Page(List.copyOf(page), more ? page.get(page.size() - 1).id() : null);
            });
  }

  @Override
  public Future<Void> close() {
    closed = true;
    return files.close().eventually(shared::close);
  }

  /** An id of our own, while nobody can give one; chance keeps it from being another gateway's. */
  private synchronized AuditEntry without(String event, String rest, Throwable away) {
    LOG.warn("event {}: noted here only, for the store is away: {}", event, away + "");
    long millis = clock.millis();
    boolean next = millis <= ownMillis && ownNumber < 999_999;
    ownNumber = next ? ownNumber + 1 : ThreadLocalRandom.current().nextInt(500_000, 900_000);
    ownMillis = Math.max(millis, ownMillis);
    return AuditEntry.of(ownMillis, ownNumber, rest);
  }

  /** Gives the file and the store what only the other has. */
  private Future<Void> exchange(String event) {
    return files
        .extent(event)
        .compose(extent -> shared.after(event, extent.newest()))
        .compose(newer -> files.merge(event, newer))
        .compose(added -> files.extent(event))
        .compose(
            extent ->
                shared
                    .count(event)
                    .compose(
                        count ->
                            count == extent.count()
                                ? Future.succeededFuture()
                                : exchangeAll(event)));
  }

  private Future<Void> exchangeAll(String event) {
    return shared
        .after(event, "")
        .compose(all -> files.merge(event, all))
        .compose(missing -> shared.put(event, missing));
  }

  private void followLater() {
    long timer =
        vertx.setTimer(
            followMillis,
            due -> {
              if (!closed) {
                follow().onComplete(done -> followLater());
              }
            });
    assert timer >= 0;
  }

  /** What others added; and to a store that has lost everything, whatever there is here. */
  private Future<Void> follow() {
    return shared
        .since(seenMillis, UUID.randomUUID().toString())
        .compose(
            news -> {
              boolean another = !news.life().equals(seenLife);
              Future<Void> followed =
                  another
                      ? files.events().compose(ours -> exchangeEach(news, ours))
                      : exchangeEach(news, List.of());
              return followed.onSuccess(
                  done -> {
                    // Of a store that has just lost everything, older entries are yet to come back.
                    seenMillis = another ? 0 : news.newestMillis();
                    seenLife = news.life();
                  });
            })
        .onFailure(away -> LOG.debug("the trails of others were not looked for", away));
  }

  private Future<Void> exchangeEach(SharedTrails.News news, Collection<String> ours) {
    Set<String> events = new HashSet<>(ours);
    events.addAll(news.events());
    Future<Void> done = Future.succeededFuture();
    for (String event : events) {
      done = done.compose(before -> exchange(event));
    }
    return done;
  }
}
