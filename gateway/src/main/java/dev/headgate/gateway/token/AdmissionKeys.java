package dev.headgate.gateway.token;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The admission keys at one moment: the first signs, all verify. Immutable, and in memory alone:
 * nothing is read while a token is looked at.
 */
final class AdmissionKeys {
  private final List<AdmissionKey> keys;
  // A token's first part, byte for byte as we write it, is what picks the key: so `alg` chooses
  // nothing, and no other member of a header is ever read.
  private final Map<String, AdmissionKey> byHead;

  /**
   * @param keys the one that signs first
   */
  AdmissionKeys(List<AdmissionKey> keys) {
    this.keys = List.copyOf(keys);
    byHead = new HashMap<>();
    for (AdmissionKey key : keys) {
      byHead.put(key.head(), key);
    }
  }

  AdmissionKey signing() {
    return keys.get(0);
  }

  @Nullable AdmissionKey withHead(String head) {
    return byHead.get(head);
  }

  /** Whether it is this very key, not one that only looks like it. */
  boolean holds(AdmissionKey key) {
    for (AdmissionKey each : keys) {
      if (each == key) {
        return true;
      }
    }
    return false;
  }

  /** The same keys, as the same objects where they were there before. */
  AdmissionKeys keepingThoseOf(AdmissionKeys before) {
    List<AdmissionKey> kept = new ArrayList<>();
    for (AdmissionKey key : keys) {
      AdmissionKey old = before.withHead(key.head());
      kept.add(old != null && old.isSameAs(key) ? old : key);
    }
    return new AdmissionKeys(kept);
  }

  /** Whether these are the very same keys in the same order. */
  boolean isSameAs(AdmissionKeys other) {
    boolean same = keys.size() == other.keys.size();
    for (int i = 0; same && i < keys.size(); i++) {
      same = keys.get(i) == other.keys.get(i);
    }
    return same;
  }

  /** As published. */
  JsonObject jwks() {
    JsonArray published = new JsonArray();
    keys.forEach(key -> published.add(key.publicJwk()));
    return new JsonObject().put("keys", published);
  }

  @Override
  public String toString() {
    return "signing under " + keys.get(0) + ", also verifying " + keys.subList(1, keys.size());
  }
}
