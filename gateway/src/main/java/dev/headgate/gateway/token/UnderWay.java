package dev.headgate.gateway.token;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts what is under way, with a bound for all together and one for each key, so that nobody
 * takes all the room. Safe for use from any thread.
 */
final class UnderWay {
  private final int most;
  private final int mostOfOneKey;
  private final Map<String, Integer> ofKeys = new HashMap<>();
  private int all;

  UnderWay(int most, int mostOfOneKey) {
    this.most = most;
    this.mostOfOneKey = mostOfOneKey;
  }

  /** Whether there is room for one more; whoever is told so says {@link #end} once. */
  synchronized boolean begin(String key) {
    int ofKey = ofKeys.getOrDefault(key, 0);
    if (all >= most || ofKey >= mostOfOneKey) {
      return false;
    }
    all++;
    ofKeys.put(key, ofKey + 1);
    return true;
  }

  synchronized void end(String key) {
    all--;
    Integer left = ofKeys.computeIfPresent(key, (same, count) -> count > 1 ? count - 1 : null);
    assert left == null || left > 0;
  }
}
