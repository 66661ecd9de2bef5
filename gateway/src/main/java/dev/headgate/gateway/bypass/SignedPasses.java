package dev.headgate.gateway.bypass;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.headgate.gateway.config.Bypass;
import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.http.Cookies;
import dev.headgate.gateway.token.SecretFile;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Passes as text: {@code hgb1.<name>.<event or *>.<expires>.<mac>}, with the expiry in seconds
 * since 1970 and, in base64url, the HMAC-SHA256 of all that stands before it. A pass has one
 * spelling.
 */
final class SignedPasses implements Passes {
  static final SignedPasses NONE = new SignedPasses(Map.of(), null);
  private static final String VERSION = "hgb1";
  private static final String EVERY_EVENT = "*";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int PARTS = 5;
  private static final int LONGEST = 400;
  // More than anybody needs, and few enough to cost nothing.
  private static final int MOST_CANDIDATES = 4;

  private final Map<String, SecretKeySpec> keys;
  private final @Nullable PassUses uses;

  private SignedPasses(Map<String, SecretKeySpec> keys, @Nullable PassUses uses) {
    this.keys = keys;
    this.uses = uses;
  }

  static SignedPasses open(List<Bypass> bypasses, boolean createMissing, PassUses uses) {
    Map<String, SecretKeySpec> keys = new HashMap<>();
    for (Bypass bypass : bypasses) {
      byte[] key = SecretFile.open(bypass.key(), createMissing);
      keys.put(bypass.name(), new SecretKeySpec(key, ALGORITHM));
    }
    return new SignedPasses(keys, uses);
  }

  @Override
  public Passes reopened(List<Bypass> bypasses, boolean createMissing) {
    if (uses == null) {
      throw new IllegalStateException("the passes of nobody are not opened again");
    }
    return open(bypasses, createMissing, uses);
  }

  @Override
  public boolean letThrough(MultiMap headers, String event, long nowSeconds) {
    if (keys.isEmpty()) {
      return false;
    }
    for (String candidate : candidates(headers)) {
      String name = holder(candidate, event, nowSeconds);
      if (name != null) {
        if (uses != null) {
          uses.used(name, candidate, nowSeconds);
        }
        return true;
      }
    }
    return false;
  }

  @Override
  public String mint(String name, @Nullable String event, long expiresSeconds) {
    SecretKeySpec key = keys.get(name);
    if (key == null) {
      throw new IllegalArgumentException("name: " + name + " (expected: one under bypasses)");
    }
    if (event != null && !EventIds.isOne(event)) {
      throw new IllegalArgumentException("event: " + event + " (expected: an event id)");
    }
    String said =
        String.join(
            ".",
            VERSION,
            name,
            event == null ? EVERY_EVENT : event,
            Long.toString(Math.max(0, expiresSeconds)));
    return said + "." + mac(said, key);
  }

  private static List<String> candidates(MultiMap headers) {
    boolean byHeader = headers.contains(HEADER);
    if (!byHeader && !headers.contains(HttpHeaders.COOKIE)) {
      return List.of();
    }
    List<String> candidates = new ArrayList<>();
    headers.getAll(HEADER).forEach(value -> candidates.add(value.trim()));
    candidates.addAll(Cookies.values(headers, COOKIE));
    return candidates.subList(0, Math.min(MOST_CANDIDATES, candidates.size()));
  }

  /** Whose pass this is; null where it is good for nothing here and now. */
  private @Nullable String holder(String candidate, String event, long nowSeconds) {
    if (candidate.length() > LONGEST) {
      return null;
    }
    String[] parts = candidate.split("\\.", PARTS + 1);
    SecretKeySpec key = parts.length == PARTS ? keys.get(parts[1]) : null;
    if (key == null || !parts[0].equals(VERSION)) {
      return null;
    }
    String said = candidate.substring(0, candidate.length() - parts[PARTS - 1].length() - 1);
    byte[] expected = mac(said, key).getBytes(US_ASCII);
    // What follows is read only of what we have written ourselves.
    return MessageDigest.isEqual(expected, parts[PARTS - 1].getBytes(US_ASCII))
            && (event.isEmpty() || parts[2].equals(EVERY_EVENT) || parts[2].equals(event))
            && nowSeconds < Long.parseLong(parts[3])
        ? parts[1]
        : null;
  }

  private static String mac(String said, SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] sum = mac.doFinal(said.getBytes(US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(sum);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
