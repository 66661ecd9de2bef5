package dev.headgate.booking.account;

import dev.headgate.booking.config.ShopConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who a request comes from: a signed session, or the admission it was let in with. */
public interface ShopSessions {

  /**
   * Sessions signed with the key in a file, which is made if missing. Blocks on the disk.
   *
   * @throws IllegalStateException when the file cannot be read or made
   */
  static ShopSessions signedWith(ShopConfig.Session settings) {
    SessionKey key = SessionKey.in(settings.keyFile());
    return new SignedSessions(key, settings.lifetime());
  }

  /** What a session says of its customer. */
  enum Kind {
    /** Nothing: somebody who was let in. */
    GUEST,
    /** An address was proven. */
    ACCOUNT,
    /** A phone number was proven. */
    PHONE;

    /** Whether the customer has an account. */
    public boolean hasAccount() {
      return this != GUEST;
    }
  }

  /**
   * Whose a session is.
   *
   * @param key thumbprint of the key that it takes to use it; null where whoever bears it may. Only
   *     a guest has one: to sign in is a proof of another kind, and of any device.
   */
  record Holder(String customer, Kind kind, @Nullable String key) {
    public Holder {
      if (key != null && kind != Kind.GUEST) {
        throw new IllegalArgumentException("kind: " + kind + " with a key (expected: GUEST)");
      }
    }

    /** Whoever bears it. */
    public static Holder of(String customer, Kind kind) {
      return new Holder(customer, kind, null);
    }

    /** A guest, whose key it takes where there is one. */
    public static Holder guest(String customer, @Nullable String key) {
      return new Holder(customer, Kind.GUEST, key);
    }
  }

  /**
   * A session that was valid when it was read.
   *
   * @param text as it was sent: a secret
   */
  record Session(Holder holder, Instant expiresAt, String text) {
    /** Without the text. */
    @Override
    public String toString() {
      return "Session[" + holder + ", " + expiresAt + "]";
    }
  }

  /** The first valid session among these, or null. */
  @Nullable Session read(List<String> sessions, Instant now);

  /** The customer that an admission's subject is, where no session says otherwise. */
  String guest(String subject);

  /** A session of this holder, good for {@link #lifetime()}. A secret. */
  String issue(Holder holder, Instant now);

  /** How long a session is good for. */
  Duration lifetime();
}
