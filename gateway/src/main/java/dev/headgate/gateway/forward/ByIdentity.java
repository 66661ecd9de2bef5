package dev.headgate.gateway.forward;

import org.jspecify.annotations.Nullable;

/**
 * Remembers what was found out of objects that come again and again, as the very same ones. It has
 * a fixed number of places, and two objects of one place drive each other out: what is not
 * remembered is only found out again. For one event loop.
 */
final class ByIdentity<K, V> {
  private final @Nullable Object[] keys;
  private final @Nullable Object[] values;

  /**
   * @param places how many there are; a power of two
   */
  ByIdentity(int places) {
    if (Integer.bitCount(places) != 1) {
      throw new IllegalArgumentException("places: " + places + " (expected: a power of two)");
    }
    keys = new Object[places];
    values = new Object[places];
  }

  /** What is remembered of this very object; null where that is nothing. */
  @SuppressWarnings({"unchecked", "ReferenceEquality"})
  @Nullable V get(K key) {
    int place = place(key);
    return keys[place] == key ? (V) values[place] : null;
  }

  /** Remembers, and gives back what it is to remember. */
  V put(K key, V value) {
    int place = place(key);
    keys[place] = key;
    values[place] = value;
    return value;
  }

  private int place(K key) {
    return System.identityHashCode(key) & (keys.length - 1);
  }
}
