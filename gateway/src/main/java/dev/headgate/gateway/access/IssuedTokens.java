package dev.headgate.gateway.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.headgate.gateway.access.Issued.Person;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The issuer's access tokens, each looked at once in a while, and within the bounds of guessing.
 */
final class IssuedTokens {
  private static final int MOST_KNOWN = 1_000;

  /** How long one is taken to be as it was. */
  private static final Duration FRESH = Duration.ofMinutes(5);

  /** How long after its last use whoever has one goes on, however many guess beside it. */
  private static final Duration KNOWN = Duration.ofMinutes(10);

  private final Issued issued;
  private final Guesses addresses;
  private final InstantSource clock;
  private final RightOnce once;
  private final Cache<String, Known> known;

  /** Whose a token is, and when that was found out. */
  private record Known(Person person, Instant since) {}

  IssuedTokens(Issued issued, Guesses addresses, RightOnce once, InstantSource clock) {
    this.issued = issued;
    this.addresses = addresses;
    this.clock = clock;
    this.once = once;
    known =
        Caffeine.newBuilder()
            .maximumSize(MOST_KNOWN)
            .expireAfterAccess(KNOWN)
            .ticker(() -> clock.millis() * 1_000_000)
            .build();
  }

  Future<Person> holder(String text, String address) {
    String key = once.key(text);
    Instant now = clock.instant();
    Known before = known.getIfPresent(key);
    if (before != null
        && now.isBefore(before.person.expires())
        && now.isBefore(before.since.plus(FRESH))) {
      once.add(key);
      return Future.succeededFuture(before.person);
    }
    boolean guess = !once.has(key);
    Duration wait = guess ? addresses.wait(address) : Duration.ZERO;
    if (!wait.isZero()) {
      return Future.failedFuture(Refusals.lockedOut(wait));
    }
    if (guess) {
      addresses.count(address);
    }
    Jwt token = Jwt.parse(text);
    return (token == null
            ? Future.<Person>failedFuture(Refusals.tokenInvalid())
            : issued.bearer(token))
        .onComplete((found, failure) -> settle(guess, address, failure))
        .onSuccess(found -> remember(key, new Known(found, now)))
        .recover(failure -> failed(key, failure));
  }

  private void remember(String key, Known found) {
    known.put(key, found);
    once.add(key);
  }

  private void settle(boolean guess, String address, @Nullable Throwable failure) {
    if (guess && isRefusal(failure)) {
      addresses.sayWait(address);
    } else if (guess) {
      addresses.forgive(address);
    }
  }

  private static boolean isRefusal(@Nullable Throwable failure) {
    return failure instanceof RefusedException refused && refused.problem().status() == 401;
  }

  private Future<Person> failed(String key, Throwable failure) {
    if (isRefusal(failure)) {
      known.invalidate(key);
    }
    return Future.failedFuture(
        failure instanceof Issued.ExpiredException ? Refusals.tokenInvalid() : failure);
  }
}
