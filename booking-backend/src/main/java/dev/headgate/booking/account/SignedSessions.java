package dev.headgate.booking.account;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * A session is {@code hgs1.} and base64url of a record: kind 1 byte (1 guest, 2 account, 3 account
 * with a proven phone number, 4 guest with a key), customer 16, expiry in seconds 8, only under
 * kind 4 the key's SHA-256 thumbprint 32, HMAC-SHA256 over the prefix and all that 32.
 */
final class SignedSessions implements ShopSessions {
  private static final String PREFIX = "hgs1.";
  // In the order of their bytes, from 1 on.
  private static final List<Kind> KINDS = List.of(Kind.GUEST, Kind.ACCOUNT, Kind.PHONE);
  private static final byte GUEST_WITH_KEY = 4;
  private static final int CUSTOMER_BYTES = 16;
  private static final int KEY_BYTES = 32;
  private static final int MAC_BYTES = 32;
  private static final int PLAIN_BYTES = 1 + CUSTOMER_BYTES + Long.BYTES;
  private static final int MAX_CANDIDATES = 8;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final int MAX_LENGTH =
      PREFIX.length() + ENCODER.encode(new byte[PLAIN_BYTES + KEY_BYTES + MAC_BYTES]).length;

  private final SessionKey key;
  private final Duration lifetime;

  SignedSessions(SessionKey key, Duration lifetime) {
    this.key = key;
    this.lifetime = lifetime;
  }

  @Override
  public @Nullable Session read(List<String> sessions, Instant now) {
    for (String text : sessions.subList(0, Math.min(MAX_CANDIDATES, sessions.size()))) {
      Session session = read(text, now);
      if (session != null) {
        return session;
      }
    }
    return null;
  }

  private @Nullable Session read(String text, Instant now) {
    byte[] bytes = decoded(text);
    if (bytes == null || bytes.length < PLAIN_BYTES + MAC_BYTES) {
      return null;
    }
    int signed = bytes.length - MAC_BYTES;
    byte[] mac = Arrays.copyOfRange(bytes, signed, bytes.length);
    if (!MessageDigest.isEqual(mac, mac(bytes, signed))) {
      return null;
    }
    Holder holder = holder(Arrays.copyOf(bytes, signed));
    Instant expires =
        Instant.ofEpochSecond(ByteBuffer.wrap(bytes, 1 + CUSTOMER_BYTES, Long.BYTES).getLong());
    return holder != null && now.isBefore(expires) ? new Session(holder, expires, text) : null;
  }

  /** The record of a session in its one spelling, or null. */
  private static byte @Nullable [] decoded(String text) {
    if (text.length() > MAX_LENGTH || !text.startsWith(PREFIX)) {
      return null;
    }
    String digits = text.substring(PREFIX.length());
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(digits);
      return ENCODER.encodeToString(bytes).equals(digits) ? bytes : null;
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private static @Nullable Holder holder(byte[] signed) {
    String customer = encoded(signed, 1, CUSTOMER_BYTES);
    if (signed.length == PLAIN_BYTES + KEY_BYTES && signed[0] == GUEST_WITH_KEY) {
      return Holder.guest(customer, encoded(signed, PLAIN_BYTES, KEY_BYTES));
    }
    boolean known = signed.length == PLAIN_BYTES && signed[0] >= 1 && signed[0] <= KINDS.size();
    return known ? Holder.of(customer, KINDS.get(signed[0] - 1)) : null;
  }

  private static String encoded(byte[] bytes, int from, int length) {
    return ENCODER.encodeToString(Arrays.copyOfRange(bytes, from, from + length));
  }

  /** Hashed, so that the name of somebody's place is not in the shop's rows, and of fixed width. */
  @Override
  public String guest(String subject) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("headgate-guest-v1\0".getBytes(StandardCharsets.UTF_8));
      byte[] hash = digest.digest(subject.getBytes(StandardCharsets.UTF_8));
      return ENCODER.encodeToString(Arrays.copyOf(hash, CUSTOMER_BYTES));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }

  @Override
  public String issue(Holder holder, Instant now) {
    String key = holder.key();
    int signed = key == null ? PLAIN_BYTES : PLAIN_BYTES + KEY_BYTES;
    ByteBuffer session = ByteBuffer.allocate(signed + MAC_BYTES);
    session.put(key == null ? (byte) (1 + KINDS.indexOf(holder.kind())) : GUEST_WITH_KEY);
    session.put(Base64.getUrlDecoder().decode(holder.customer()));
    session.putLong(now.plus(lifetime).getEpochSecond());
    if (key != null) {
      session.put(Base64.getUrlDecoder().decode(key));
    }
    session.put(mac(session.array(), signed));
    return PREFIX + ENCODER.encodeToString(session.array());
  }

  @Override
  public Duration lifetime() {
    return lifetime;
  }

  private byte[] mac(byte[] session, int signed) {
    try {
      Mac mac = Mac.getInstance(SessionKey.ALGORITHM);
      mac.init(key.key());
      mac.update(PREFIX.getBytes(StandardCharsets.US_ASCII));
      mac.update(session, 0, signed);
      return mac.doFinal();
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
