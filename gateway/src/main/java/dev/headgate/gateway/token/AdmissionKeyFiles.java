package dev.headgate.gateway.token;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The admission keys on disk: a file for each, and an index that says which is which. The index is
 * replaced whole, after the files it names are there and before those it no longer names go; so
 * whatever instant a reader or the end of the power chooses, it finds one ring or the other.
 */
final class AdmissionKeyFiles {
  /** The only key of a folder in which nobody has rotated yet. */
  static final String FIRST = "admission.jwk";

  private static final String INDEX = "admission-keys.json";
  private static final int TRIES = 3;

  private final KeyFolder folder;

  AdmissionKeyFiles(KeyFolder folder) {
    this.folder = folder;
  }

  /** What the folder says at one moment. */
  record Read(KeyRing ring, AdmissionKeys keys) {}

  /**
   * Reads everything again. Blocks on the disk.
   *
   * @throws IllegalStateException if something is missing, malformed, or open to others; the
   *     message names the file and never what is in it
   */
  Read read() {
    IllegalStateException failure = null;
    for (int i = 0; i < TRIES; i++) {
      String before = indexText();
      try {
        KeyRing ring = ring(before);
        return new Read(ring, keys(ring));
      } catch (IllegalStateException e) {
        failure = e;
        // A key that was dropped between the look at the index and the one at its file.
        if (before.equals(indexText())) {
          break;
        }
      }
    }
    throw failure == null
        ? new IllegalStateException(folder.path() + ": changes all the time")
        : failure;
  }

  KeyRing ring() {
    return ring(indexText());
  }

  /** Changes which key is which; no two changes happen at once. */
  KeyRing change(UnaryOperator<KeyRing> change) {
    return folder.alone(
        () -> {
          KeyRing before = ring();
          KeyRing after = change.apply(before);
          folder.put(INDEX, after.text());
          List<String> kids = after.all().stream().map(KeyRing.Slot::kid).toList();
          for (KeyRing.Slot slot : before.all()) {
            if (!kids.contains(slot.kid())) {
              folder.delete(fileOf(slot.kid()));
            }
          }
          return after;
        });
  }

  /** Stores a key and makes it the next one. */
  KeyRing.Slot add(String kid, String jwk, Instant now) {
    KeyRing unused =
        change(
            ring -> {
              KeyRing after = ring.withNext(kid, now);
              // First, so that a folder with several keys is never without it.
              folder.put(INDEX, ring.text());
              folder.put(ownFileOf(kid), jwk);
              return after;
            });
    return new KeyRing.Slot(kid, now);
  }

  AdmissionKey key(String kid) {
    return key(fileOf(kid), kid);
  }

  private String indexText() {
    return folder.has(INDEX) ? folder.read(INDEX) : "";
  }

  private KeyRing ring(String index) {
    if (index.isEmpty() && !folder.has(INDEX)) {
      if (folder.hasAny(ownFileOf("*"))) {
        throw new IllegalStateException(
            folder.path().resolve(INDEX) + ": missing (expected: it says which key signs)");
      }
      AdmissionKey only =
          readKey(FIRST, folder.read(FIRST, () -> KeyText.made(TokenAlgorithm.RS256)));
      return KeyRing.of(only.kid(), folder.writtenAt(FIRST));
    }
    try {
      return KeyRing.parse(index);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalStateException(
          folder.path().resolve(INDEX)
              + ": malformed (expected: next, current and previous, each with kid and since, no"
              + " key twice)",
          null);
    }
  }

  private AdmissionKeys keys(KeyRing ring) {
    List<AdmissionKey> keys = new ArrayList<>();
    ring.all().forEach(slot -> keys.add(key(slot.kid())));
    return new AdmissionKeys(keys);
  }

  private AdmissionKey key(String file, String kid) {
    AdmissionKey key = readKey(file, folder.read(file));
    if (!key.kid().equals(kid)) {
      throw new IllegalStateException(
          folder.path().resolve(file) + ": holds a key of another name (expected: " + kid + ")");
    }
    return key;
  }

  private AdmissionKey readKey(String file, String text) {
    try {
      return KeyText.read(text);
    } catch (KeyText.UnreadableException unreadable) {
      throw new IllegalStateException(
          folder.path().resolve(file) + ": " + unreadable.getMessage(), null);
    }
  }

  private String fileOf(String kid) {
    String own = ownFileOf(kid);
    return folder.has(own) || !isFirst(kid) ? own : FIRST;
  }

  private boolean isFirst(String kid) {
    return folder.has(FIRST) && readKey(FIRST, folder.read(FIRST)).kid().equals(kid);
  }

  private static String ownFileOf(String kid) {
    return "admission-" + kid + ".jwk";
  }
}
