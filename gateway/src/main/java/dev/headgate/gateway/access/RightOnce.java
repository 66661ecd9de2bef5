package dev.headgate.gateway.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.headgate.gateway.token.KeyedHash;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;

/**
 * The tokens that were right here not long ago. Wrong by now, they are no guesses: all that their
 * holder still has open asks with them once more.
 */
final class RightOnce {
  private static final int MOST = 2_000;

  /** How long after its last use. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  private final KeyedHash hash;
  private final Cache<String, Boolean> keys;

  RightOnce(InstantSource clock) {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    hash = new KeyedHash(key);
    keys =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterAccess(REMEMBERED)
            .ticker(() -> clock.millis() * 1_000_000)
            .build();
  }

  /** What stands for a token in memory. */
  String key(String token) {
    return Base64.getEncoder().encodeToString(hash.derive(token.getBytes(UTF_8)));
  }

  void add(String key) {
    keys.put(key, true);
  }

  boolean has(String key) {
    return keys.getIfPresent(key) != null;
  }
}
