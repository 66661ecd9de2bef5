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
import java.util.Base64;

/**
 * The issuer's access tokens, each looked at once in a while, and within the bounds of guessing.
 */
final class IssuedTokens {
  private static final int MOST_KNOWN = 1_000;
  private static final Duration KNOWN = Duration.ofMinutes(5);

  private final Issued issued;
  private final Guesses addresses;
  private final KeyedHash hash;
  private final Cache<String, Person> known =
      Caffeine.newBuilder().maximumSize(MOST_KNOWN).expireAfterWrite(KNOWN).build();

  IssuedTokens(Issued issued, Guesses addresses) {
    this.issued = issued;
    this.addresses = addresses;
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    hash = new KeyedHash(key);
  }

  Future<Person> holder(String text, String address, Instant now) {
    String key = Base64.getEncoder().encodeToString(hash.derive(text.getBytes(UTF_8)));
    Person person = known.getIfPresent(key);
    if (person != null && now.isBefore(person.expires())) {
      return Future.succeededFuture(person);
    }
    Duration wait = addresses.wait(address);
    if (!wait.isZero()) {
      return Future.failedFuture(Refusals.lockedOut(wait));
    }
    addresses.count(address);
    Jwt token = Jwt.parse(text);
    return (token == null
            ? Future.<Person>failedFuture(Refusals.tokenInvalid())
            : issued.bearer(token))
        .onSuccess(found -> known.put(key, found))
        .onSuccess(found -> addresses.forgive(address))
        .recover(failure -> failed(address, failure));
  }

  private Future<Person> failed(String address, Throwable failure) {
    boolean guessed =
        failure instanceof RefusedException refused && refused.problem().status() == 401;
    if (guessed) {
      addresses.sayWait(address);
    } else {
      addresses.forgive(address);
    }
    return Future.failedFuture(
        failure instanceof Issued.ExpiredException ? Refusals.tokenInvalid() : failure);
  }
}
