package dev.headgate.booking.admission;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.InstantSource;
import java.util.List;

/**
 * Proofs as RFC 9449 has them. What costs nothing is checked first, so that only who names the
 * right key has a signature checked at all.
 */
final class DpopProofs implements Proofs {
  private static final long MAX_AGE_SECONDS = 60;
  private static final long LEEWAY_SECONDS = 10;
  private static final long KEPT_SECONDS = MAX_AGE_SECONDS + 2 * LEEWAY_SECONDS;
  private static final int MOST_KEPT = 131_072;
  // Many times what a page that tries every two seconds has taken in that time.
  private static final int MOST_KEPT_OF_ONE_KEY = 256;
  private static final int MOST_UNDER_WAY = 1_024;
  private static final int MOST_UNDER_WAY_OF_ONE_KEY = 128;
  private static final int CHECKERS = 2;

  private final WorkerExecutor workers;
  private final String origin;
  private final InstantSource clock;
  private final UnderWay underWay = new UnderWay(MOST_UNDER_WAY, MOST_UNDER_WAY_OF_ONE_KEY);
  private final TakenProofs taken = new TakenProofs(KEPT_SECONDS, MOST_KEPT, MOST_KEPT_OF_ONE_KEY);

  DpopProofs(Vertx vertx, String origin, InstantSource clock) {
    this.workers = vertx.createSharedWorkerExecutor("shop-proofs", CHECKERS);
    this.origin = origin;
    this.clock = clock;
  }

  @Override
  public Future<Answer> take(List<String> headers, Binding binding, Target target) {
    if (headers.isEmpty()) {
      return Future.succeededFuture(Answer.MISSING);
    }
    Proof proof = headers.size() == 1 ? Proof.parse(headers.get(0)) : null;
    long now = clock.instant().getEpochSecond();
    if (proof == null || !isFor(proof, binding, target) || !isFresh(proof, now)) {
      return Future.succeededFuture(Answer.INVALID);
    }
    String key = proof.key().thumbprint();
    if (!underWay.begin(key)) {
      return Future.succeededFuture(Answer.BUSY);
    }
    return workers
        .executeBlocking(() -> verified(proof, now), false)
        .otherwise(Answer.BUSY) // The workers have been closed.
        .onComplete(done -> underWay.end(key));
  }

  private boolean isFor(Proof proof, Binding binding, Target target) {
    Proof.Claims claims = proof.claims();
    return proof.key().thumbprint().equals(binding.keyThumbprint())
        && claims.tokenHash().equals(binding.tokenHash())
        && claims.method().equals(target.method())
        && claims.address().equals(Proof.normalised(origin + target.path()));
  }

  private static boolean isFresh(Proof proof, long nowSeconds) {
    long age = nowSeconds - proof.claims().issuedSeconds();
    return age >= -LEEWAY_SECONDS && age <= MAX_AGE_SECONDS;
  }

  private Answer verified(Proof proof, long nowSeconds) {
    return proof.key().made(proof.signature(), proof.input())
        ? taken.take(proof.key().thumbprint(), proof.claims().id(), nowSeconds)
        : Answer.INVALID;
  }
}
