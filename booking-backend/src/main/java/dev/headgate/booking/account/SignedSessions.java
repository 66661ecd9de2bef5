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
 * A session is {@code hgs1.} and base64url of a record of fixed width: kind 1 byte (1 guest, 2
 * account, 3 account with a proven phone number), customer 16, expiry in seconds 8, HMAC-SHA256
 * over the prefix and all that 32.
 */
final class SignedSessions implements ShopSessions {
  private static final String PREFIX = "hgs1.";
  // In the order of their bytes, from 1 on.
  private static final List<Kind> KINDS = List.of(Kind.GUEST, Kind.ACCOUNT, Kind.PHONE);
  private static final int CUSTOMER_BYTES = 16;
  private static final int MAC_BYTES = 32;
  private static final int SIGNED_BYTES = 1 + CUSTOMER_BYTES + Long.BYTES;
  private static final int MAX_CANDIDATES = 8;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final int TEXT_LENGTH =
      PREFIX.length() + ENCODER.encode(new byte[SIGNED_BYTES + MAC_BYTES]).length;

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

  private @Nullable Session read(String session, Instant now) {
    if (session.length() != TEXT_LENGTH || !session.startsWith(PREFIX)) {
      return null;
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(session.substring(PREFIX.length()));
    } catch (IllegalArgumentException malformed) {
      return null;
    }
    byte[] mac = Arrays.copyOfRange(bytes, SIGNED_BYTES, bytes.length);
    if (!MessageDigest.isEqual(mac, mac(bytes)) || bytes[0] < 1 || bytes[0] > KINDS.size()) {
      return null;
    }
    String customer = ENCODER.encodeToString(Arrays.copyOfRange(bytes, 1, 1 + CUSTOMER_BYTES));
    long expires = ByteBuffer.wrap(bytes, 1 + CUSTOMER_BYTES, Long.BYTES).getLong();
    return now.getEpochSecond() < expires
        ? new Session(customer, KINDS.get(bytes[0] - 1), Instant.ofEpochSecond(expires))
        : null;
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
  public String issue(String customer, Kind kind, Instant now) {
    ByteBuffer session = ByteBuffer.allocate(SIGNED_BYTES + MAC_BYTES);
    session.put((byte) (1 + KINDS.indexOf(kind)));
    session.put(Base64.getUrlDecoder().decode(customer));
    session.putLong(now.plus(lifetime).getEpochSecond());
    session.put(mac(session.array()));
    return PREFIX + ENCODER.encodeToString(session.array());
  }

  @Override
  public Duration lifetime() {
    return lifetime;
  }

  private byte[] mac(byte[] session) {
    try {
      Mac mac = Mac.getInstance(SessionKey.ALGORITHM);
      mac.init(key.key());
      mac.update(PREFIX.getBytes(StandardCharsets.US_ASCII));
      mac.update(session, 0, SIGNED_BYTES);
      return mac.doFinal();
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
