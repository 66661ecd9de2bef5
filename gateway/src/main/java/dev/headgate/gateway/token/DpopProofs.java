package dev.headgate.gateway.token;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.List;

/**
 * Proofs as RFC 9449 has them. What costs nothing is checked first, so that only who names the
 * right key has a signature checked at all.
 */
final class DpopProofs implements Proofs {
  private static final long MAX_AGE_SECONDS = 60;
  // As long as one could be sent again, and some for clocks of events that differ by a little.
  private static final long KEPT_SECONDS = MAX_AGE_SECONDS + 2L * AdmissionTokens.LEEWAY_SECONDS;
  private static final int MOST_KEPT = 131_072;
  // Many times what a page that tries every two seconds has taken in that time.
  private static final int MOST_KEPT_OF_ONE_KEY = 256;
  private static final int MOST_UNDER_WAY = 1_024;
  private static final int MOST_UNDER_WAY_OF_ONE_KEY = 128;
  private static final int CHECKERS = 2;

  private final WorkerExecutor workers;
  private final UnderWay underWay = new UnderWay(MOST_UNDER_WAY, MOST_UNDER_WAY_OF_ONE_KEY);
  private final TakenProofs taken = new TakenProofs(KEPT_SECONDS, MOST_KEPT, MOST_KEPT_OF_ONE_KEY);

  DpopProofs(Vertx vertx) {
    workers = vertx.createSharedWorkerExecutor("headgate-proofs", CHECKERS);
  }

  @Override
  public Future<Answer> take(List<String> headers, Wanted wanted) {
    if (headers.isEmpty()) {
      return Future.succeededFuture(Answer.MISSING);
    }
    DpopProof proof = headers.size() == 1 ? DpopProof.parse(headers.get(0)) : null;
    if (proof == null || !isFor(proof, wanted)) {
      return Future.succeededFuture(Answer.INVALID);
    }
    String key = proof.key().thumbprint();
    if (!underWay.begin(key)) {
      return Future.succeededFuture(Answer.BUSY);
    }
    return workers
        .executeBlocking(() -> verified(proof, wanted.nowSeconds()), false)
        .otherwise(Answer.BUSY) // The workers have been closed.
        .onComplete(done -> underWay.end(key));
  }

  private static boolean isFor(DpopProof proof, Wanted wanted) {
    long age = wanted.nowSeconds() - proof.issuedSeconds();
    return proof.key().thumbprint().equals(wanted.keyThumbprint())
        && proof.method().equals(wanted.method())
        && proof.address().equals(DpopProof.normalised(wanted.address()))
        && age >= -AdmissionTokens.LEEWAY_SECONDS
        && age <= MAX_AGE_SECONDS;
  }

  private Answer verified(DpopProof proof, long nowSeconds) {
    return proof.key().made(proof.signature(), proof.input())
        ? taken.take(proof.key().thumbprint(), proof.id(), nowSeconds)
        : Answer.INVALID;
  }
}
