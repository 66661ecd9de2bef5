package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Records of one fixed width as text: a prefix and, in base64url, the record and its MAC, which
 * also covers the event the record is for. A record has one spelling.
 */
final class SealedRecord {
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final String prefix;
  private final int recordBytes;
  private final byte[] label;
  private final KeyedHash hash;

  /**
   * @param prefix what the text begins with
   * @param label keeps the MACs of one kind of record from being those of another
   */
  SealedRecord(String prefix, int recordBytes, byte[] label, KeyedHash hash) {
    this.prefix = prefix;
    this.recordBytes = recordBytes;
    this.label = label.clone();
    this.hash = hash;
  }

  String write(byte[] record, String event) {
    byte[] sealed = Arrays.copyOf(record, recordBytes + KeyedHash.BYTES);
    System.arraycopy(mac(record, event), 0, sealed, recordBytes, KeyedHash.BYTES);
    return prefix + ENCODER.encodeToString(sealed);
  }

  /** The record, or null when the text is not one of ours for this event. */
  byte @Nullable [] read(String event, String text) {
    if (text.length() != length() || !text.startsWith(prefix)) {
      return null;
    }
    byte[] sealed = Base64Url.decode(text.substring(prefix.length()));
    if (sealed == null) {
      return null;
    }
    byte[] record = Arrays.copyOf(sealed, recordBytes);
    byte[] mac = Arrays.copyOfRange(sealed, recordBytes, sealed.length);
    return MessageDigest.isEqual(mac, mac(record, event)) ? record : null;
  }

  /** How long each such text is. */
  int length() {
    return prefix.length() + digits();
  }

  private int digits() {
    return ((recordBytes + KeyedHash.BYTES) * 4 + 2) / 3;
  }

  // The event comes with its length, so that no record and event read as another pair.
  private byte[] mac(byte[] record, String event) {
    byte[] name = event.getBytes(UTF_8);
    return hash.of(
        ByteBuffer.allocate(record.length + label.length + Integer.BYTES + name.length)
            .put(record)
            .put(label)
            .putInt(name.length)
            .put(name)
            .array());
  }
}
