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

  /** A session that was valid when it was read. */
  record Session(String customer, Kind kind, Instant expiresAt) {}

  /** The first valid session among these, or null. */
  @Nullable Session read(List<String> sessions, Instant now);

  /** The customer that an admission's subject is, where no session says otherwise. */
  String guest(String subject);

  /** A session for this customer, good for {@link #lifetime()}. A secret. */
  String issue(String customer, Kind kind, Instant now);

  /** How long a session is good for. */
  Duration lifetime();
}
