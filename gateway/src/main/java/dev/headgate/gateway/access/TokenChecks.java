package dev.headgate.gateway.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.headgate.gateway.config.OperatorToken;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whose a token is. A good one is remembered for a while, so that a program pays for its
 * hash once, and goes on whatever others guess at. Guessing has bounds: by address, by name where
 * the token says one, and by how many are looked at in all.
 */
final class TokenChecks {
  private static final int LONGEST_TOKEN = 1_024;
  private static final int MOST_KNOWN = 1_000;
  private static final Duration KNOWN = Duration.ofMinutes(10);
  private static final int WORKERS = 2;
  private static final int MOST_WAITING = 16;
  private static final Duration BUSY = Duration.ofSeconds(1);

  /** More may be wrong of a name, and the wait is short: anybody can guess at it. */
  private static final int FREE_OF_A_NAME = 30;

  private final WorkerExecutor workers;
  private final RightOnce once;
  private final Guesses addresses;
  private final Guesses names;
  private final Cache<String, OperatorToken> known =
      Caffeine.newBuilder().maximumSize(MOST_KNOWN).expireAfterAccess(KNOWN).build();

  /** Tokens that were right once, and the operators of whom each is nobody's by now. */
  private final Cache<String, List<OperatorToken>> revoked =
      Caffeine.newBuilder().maximumSize(MOST_KNOWN).expireAfterAccess(KNOWN).build();

  private final Map<String, Future<OperatorToken>> underWay = new ConcurrentHashMap<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** A token that was sent, from where, and what it may be. */
  record Sent(String token, String address, List<OperatorToken> operators) {

    /** Whom the token says it is of: {@code <name>.<secret>}; null where it names nobody. */
    @Nullable OperatorToken named() {
      return operators.stream()
          .filter(operator -> !TokenHashes.isFast(operator))
          .filter(operator -> token.startsWith(operator.name() + "."))
          .findFirst()
          .orElse(null);
    }

    /** Whose hashes there are to compute. */
    List<OperatorToken> slow() {
      OperatorToken named = named();
      return named != null
          ? List.of(named)
          : operators.stream().filter(operator -> !TokenHashes.isFast(operator)).toList();
    }
  }

  TokenChecks(Vertx vertx, Guesses addresses, RightOnce once, InstantSource clock) {
    this.once = once;
    workers = vertx.createSharedWorkerExecutor("headgate-operators", WORKERS);
    this.addresses = addresses;
    names = new Guesses(FREE_OF_A_NAME, Duration.ofMinutes(1), clock);
  }

  /** Whose a token is; fails with {@link RefusedException} where it is nobody's, or not now. */
  Future<OperatorToken> holder(Sent sent) {
    if (sent.token.isEmpty() || sent.token.length() > LONGEST_TOKEN) {
      return Future.failedFuture(Refusals.tokenInvalid());
    }
    String key = once.key(sent.token);
    OperatorToken good = known.getIfPresent(key);
    if (good != null && sent.operators.contains(good)) {
      once.add(key);
      return Future.succeededFuture(good);
    }
    if (sent.operators.equals(revoked.getIfPresent(key))) {
      return Future.failedFuture(Refusals.tokenInvalid());
    }
    Future<OperatorToken> same = underWay.get(key);
    return same != null ? same : looked(key, sent);
  }

  /** Who sends one token many times at once has it looked at once. */
  private Future<OperatorToken> looked(String key, Sent sent) {
    Future<OperatorToken> looked = look(key, sent).onSuccess(found -> remember(key, found));
    if (!looked.isComplete()) {
      underWay.put(key, looked);
      looked.onComplete(done -> underWay.remove(key, looked));
    }
    return looked;
  }

  private void remember(String key, OperatorToken found) {
    known.put(key, found);
    once.add(key);
  }

  private Future<OperatorToken> look(String key, Sent sent) {
    boolean guess = !once.has(key);
    Duration wait = guess ? wait(sent) : Duration.ZERO;
    if (!wait.isZero()) {
      return Future.failedFuture(Refusals.lockedOut(wait));
    }
    List<OperatorToken> slow = sent.slow();
    if (!slow.isEmpty() && waiting.get() >= MOST_WAITING) {
      return Future.failedFuture(Refusals.lockedOut(BUSY));
    }
    if (guess) {
      // Before it is looked at: of many guesses at once no more than the free ones are.
      count(sent);
    }
    OperatorToken fast = TokenHashes.fast(sent.token, sent.operators);
    return (fast != null ? Future.succeededFuture(Optional.of(fast)) : computed(sent, slow))
        .compose(found -> guess ? guessed(sent, found) : asked(key, sent, found));
  }

  private Future<Optional<OperatorToken>> computed(Sent sent, List<OperatorToken> slow) {
    if (slow.isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    int unused = waiting.incrementAndGet();
    return workers
        .executeBlocking(
            () -> slow.stream().filter(one -> TokenHashes.isSlow(sent.token, one)).findFirst(),
            false)
        .onComplete(done -> waiting.decrementAndGet());
  }

  private Duration wait(Sent sent) {
    OperatorToken named = sent.named();
    Duration here = addresses.wait(sent.address);
    Duration there = named == null ? Duration.ZERO : names.wait(named.name());
    return here.compareTo(there) > 0 ? here : there;
  }

  private void count(Sent sent) {
    addresses.count(sent.address);
    OperatorToken named = sent.named();
    if (named != null) {
      names.count(named.name());
    }
  }

  private Future<OperatorToken> guessed(Sent sent, Optional<OperatorToken> found) {
    if (found.isEmpty()) {
      addresses.sayWait(sent.address);
      return Future.failedFuture(Refusals.tokenInvalid());
    }
    addresses.forgive(sent.address);
    OperatorToken named = sent.named();
    if (named != null) {
      names.forgive(named.name());
    }
    return Future.succeededFuture(found.get());
  }

  /** Of a token that was right once. Nobody's by now, it is not looked at again. */
  private Future<OperatorToken> asked(String key, Sent sent, Optional<OperatorToken> found) {
    if (found.isEmpty()) {
      revoked.put(key, sent.operators);
      return Future.failedFuture(Refusals.tokenInvalid());
    }
    return Future.succeededFuture(found.get());
  }
}
