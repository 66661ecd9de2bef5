package dev.headgate.gateway.audit;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trails in the store and on disk; each gets what only the other has. */
final class StoredTrail implements AuditTrail {
  private static final Logger LOG = LoggerFactory.getLogger(StoredTrail.class);

  private static final Future<Void> NOTHING = Future.succeededFuture();

  private final Vertx vertx;
  private final InstantSource clock;
  private final SharedTrails shared;
  private final TrailFiles files;
  private final long followMillis;

  /** Events of which there may be entries here that the store has not. */
  private final Set<String> owed = ConcurrentHashMap.newKeySet();

  private long seen;
  private String seenLife = "";
  private long ownMillis;
  private int ownNumber;
  private volatile @Nullable Future<Void> closing;

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
  public Future<Void> keep(String event, AuditEntry entry) {
    return files
        .add(event, entry)
        .onFailure(
            full -> LOG.error("event {}: an entry is in the store, and not here", event, full))
        .otherwiseEmpty();
  }

  @Override
  public Future<AuditEntry> note(Change change) {
    String event = change.event();
    String rest = change.rest();
    return shared
        .append(event, rest)
        .transform(
            appended ->
                appended.succeeded()
                    ? keep(event, appended.result()).map(appended.result())
                    : noteHere(event, made(event, rest, appended.cause())));
  }

  /** It may have been added all the same: then two entries have one key, and one is shown. */
  private Future<AuditEntry> noteHere(String event, AuditEntry entry) {
    owed.add(event);
    return files.add(event, entry).map(entry);
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
  public Future<Optional<AuditEntry>> revoked(String event, int lane, int position) {
    return exchange(event)
        .otherwiseEmpty()
        .compose(exchanged -> files.revoked(event, lane, position));
  }

  @Override
  public synchronized Future<Void> close() {
    if (closing == null) {
      closing = files.close().eventually(shared::close);
    }
    return closing;
  }

  /** An id of our own, while nobody can give one; chance keeps it from being another gateway's. */
  private synchronized AuditEntry made(String event, String rest, Throwable away) {
    LOG.warn("event {}: noted here only, for the store is away: {}", event, away + "");
    long millis = clock.millis();
    boolean next = millis <= ownMillis && ownNumber < 999_999;
    ownMillis = next ? ownMillis : Math.max(millis, ownMillis + 1);
    ownNumber =
        next ? ownNumber + 1 : ThreadLocalRandom.current().nextInt(AuditEntry.MADE, 900_000);
    return AuditEntry.made(ownMillis, ownNumber, rest);
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
              if (closing == null) {
                follow().onComplete(done -> followLater());
              }
            });
    assert timer >= 0;
  }

  /** What others added; and to a store that has lost something, whatever there is here. */
  private Future<Void> follow() {
    return shared
        .since(seen, UUID.randomUUID().toString())
        .compose(
            news -> {
              boolean another = !news.life().equals(seenLife) || news.newest() < seen;
              Future<Void> known =
                  another ? files.events().onSuccess(owed::addAll).mapEmpty() : NOTHING;
              return known
                  .compose(all -> settle(news.events()))
                  .onSuccess(
                      done -> {
                        // Of a store that has just lost something, older ones are yet to come back.
                        seen = another ? 0 : news.newest();
                        seenLife = news.life();
                      });
            })
        .onFailure(away -> LOG.debug("the trails of others were not looked for", away));
  }

  /** One event after the other. */
  private Future<Void> settle(List<String> grown) {
    Future<Void> done = NOTHING;
    Set<String> all = Set.copyOf(owed);
    for (String event : all) {
      done = done.compose(before -> settle(event, this::exchangeAll));
    }
    for (String event : grown) {
      if (!all.contains(event)) {
        done = done.compose(before -> settle(event, this::exchange));
      }
    }
    return done;
  }

  /** Where it fails it is tried again with the next look. */
  private Future<Void> settle(String event, Function<String, Future<Void>> exchange) {
    // Taken out first: what is noted meanwhile is owed anew.
    owed.remove(event);
    return exchange
        .apply(event)
        .onFailure(
            failed -> {
              owed.add(event);
              LOG.debug("event {}: its trails were not exchanged", event, failed);
            })
        .otherwiseEmpty();
  }
}
