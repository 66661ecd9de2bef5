package dev.headgate.gateway.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.headgate.gateway.access.Issued.Person;
import dev.headgate.gateway.token.KeyedHash;
import io.vertx.core.Future;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;

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
  private final KeyedHash hash;
  private final Cache<String, Known> known;

  /** Whose a token is, and when that was found out. */
  private record Known(Person person, Instant since) {}

  IssuedTokens(Issued issued, Guesses addresses, InstantSource clock) {
    this.issued = issued;
    this.addresses = addresses;
    this.clock = clock;
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    hash = new KeyedHash(key);
    known =
        Caffeine.newBuilder()
            .maximumSize(MOST_KNOWN)
            .expireAfterAccess(KNOWN)
            .ticker(() -> clock.millis() * 1_000_000)
            .build();
  }

  Future<Person> holder(String text, String address) {
    String key = Base64.getEncoder().encodeToString(hash.derive(text.getBytes(UTF_8)));
    Instant now = clock.instant();
    Known before = known.getIfPresent(key);
    if (before != null
        && now.isBefore(before.person.expires())
        && now.isBefore(before.since.plus(FRESH))) {
      return Future.succeededFuture(before.person);
    }
    Duration wait = before == null ? addresses.wait(address) : Duration.ZERO;
    if (!wait.isZero()) {
      return Future.failedFuture(Refusals.lockedOut(wait));
    }
    addresses.count(address);
    Jwt token = Jwt.parse(text);
    return (token == null
            ? Future.<Person>failedFuture(Refusals.tokenInvalid())
            : issued.bearer(token))
        .onSuccess(found -> known.put(key, new Known(found, now)))
        .onSuccess(found -> addresses.forgive(address))
        .recover(
            failure -> {
              if (isRefusal(failure)) {
                known.invalidate(key);
              }
              return failed(address, failure);
            });
  }

  private static boolean isRefusal(Throwable failure) {
    return failure instanceof RefusedException refused && refused.problem().status() == 401;
  }

  private Future<Person> failed(String address, Throwable failure) {
    if (isRefusal(failure)) {
      addresses.sayWait(address);
    } else {
      addresses.forgive(address);
    }
    return Future.failedFuture(
        failure instanceof Issued.ExpiredException ? Refusals.tokenInvalid() : failure);
  }
}
