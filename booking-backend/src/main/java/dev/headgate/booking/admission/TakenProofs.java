package dev.headgate.booking.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.headgate.booking.admission.Proofs.Answer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The proofs that were taken, for as long as they could be sent again. It never forgets one early
 * to make room: when it is full it takes no more. Safe for use from any thread.
 */
final class TakenProofs {
  private final long keptSeconds;
  private final int most;
  private final int mostOfOneKey;
  // Two stretches of time, so that ends are dropped whole: each is kept once or twice as long.
  private Set<String> present = new HashSet<>();
  private Set<String> before = Set.of();
  private Map<String, Integer> ofKeys = new HashMap<>();
  private long sinceSeconds;

  /**
   * @param keptSeconds how long each is remembered at least
   * @param most how many are, of so long a stretch
   * @param mostOfOneKey how many of these may be of one key, so that nobody fills it alone
   */
  TakenProofs(long keptSeconds, int most, int mostOfOneKey) {
    this.keptSeconds = keptSeconds;
    this.most = most;
    this.mostOfOneKey = mostOfOneKey;
  }

  /** Takes a proof of a key: once, and then never while it could still be good. */
  synchronized Answer take(String thumbprint, String id, long nowSeconds) {
    age(nowSeconds);
    // Of one small size, however long an id is.
    String digest = Sha256.base64Url((thumbprint + "." + id).getBytes(UTF_8));
    if (before.contains(digest) || present.contains(digest)) {
      return Answer.INVALID;
    }
    int ofKey = ofKeys.getOrDefault(thumbprint, 0);
    if (present.size() >= most || ofKey >= mostOfOneKey) {
      return Answer.BUSY;
    }
    present.add(digest);
    ofKeys.put(thumbprint, ofKey + 1);
    return Answer.PROVEN;
  }

  private void age(long nowSeconds) {
    long age = nowSeconds - sinceSeconds;
    if (age >= keptSeconds) {
      before = age >= 2 * keptSeconds ? Set.of() : present;
      present = new HashSet<>();
      ofKeys = new HashMap<>();
      sinceSeconds = nowSeconds;
    }
  }
}
