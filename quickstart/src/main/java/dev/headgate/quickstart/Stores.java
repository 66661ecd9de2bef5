package dev.headgate.quickstart;

import dev.headgate.embedded.EmbeddedPostgres;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.embedded.Options;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Redis and PostgreSQL: our own, or the ones we were given. */
final class Stores implements AutoCloseable {
  private static final int REDIS_PORT = 6379;
  private static final int POSTGRES_PORT = 5432;

  private final @Nullable EmbeddedRedis redis;
  private final @Nullable EmbeddedPostgres postgres;
  private final URI redisUri;
  private final URI postgresUri;

  private Stores(Started<EmbeddedRedis> redis, Started<EmbeddedPostgres> postgres) {
    this.redis = redis.embedded();
    this.redisUri = redis.uri();
    this.postgres = postgres.embedded();
    this.postgresUri = postgres.uri();
  }

  private record Started<T>(@Nullable T embedded, URI uri) {}

  /** Starts what was not given, both at once, and returns when both answer. */
  static Stores start(DemoPlan.Servers servers) {
    var redis = CompletableFuture.supplyAsync(() -> redis(servers.redis()));
    var postgres = CompletableFuture.supplyAsync(() -> postgres(servers.postgres()));
    try {
      CompletableFuture.allOf(redis, postgres).join();
      return new Stores(redis.join(), postgres.join());
    } catch (CompletionException e) {
      closeStarted(redis);
      closeStarted(postgres);
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  URI redis() {
    return redisUri;
  }

  URI postgres() {
    return postgresUri;
  }

  /** Our own Redis; null when one was given. */
  @Nullable EmbeddedRedis embeddedRedis() {
    return redis;
  }

  /** Our own PostgreSQL; null when one was given. */
  @Nullable EmbeddedPostgres embeddedPostgres() {
    return postgres;
  }

  /** Both at once: the end of the demo has ten seconds. */
  @Override
  public void close() {
    CompletableFuture<?>[] closing =
        Stream.of(redis, postgres)
            .map(each -> CompletableFuture.runAsync(() -> closeIfOurs(each)))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(closing).join();
  }

  private static void closeIfOurs(@Nullable Object store) {
    if (store instanceof EmbeddedRedis ours) {
      ours.close();
    } else if (store instanceof EmbeddedPostgres ours) {
      ours.close();
    }
  }

  private static <T> void closeStarted(CompletableFuture<Started<T>> starting) {
    if (!starting.isCompletedExceptionally()) {
      closeIfOurs(starting.join().embedded());
    }
  }

  private static Started<EmbeddedRedis> redis(@Nullable URI given) {
    if (given != null) {
      return new Started<>(null, GivenServer.answering(given, "--redis", REDIS_PORT));
    }
    // The queue outlives a restart of its store, so the demo's store has a memory, too.
    EmbeddedRedis redis =
        EmbeddedRedis.start(Options.temporary().withDurability().withoutShutdownHook());
    return new Started<>(redis, redis.uri());
  }

  private static Started<EmbeddedPostgres> postgres(@Nullable URI given) {
    if (given != null) {
      return new Started<>(null, GivenServer.answering(given, "--postgres", POSTGRES_PORT));
    }
    EmbeddedPostgres postgres = EmbeddedPostgres.start(Options.temporary().withoutShutdownHook());
    return new Started<>(postgres, postgres.createDatabase("shop"));
  }
}
