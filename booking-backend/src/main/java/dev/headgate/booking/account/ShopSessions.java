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

  /** The customer of the first valid session among these, or null. */
  @Nullable String customerOf(List<String> sessions, Instant now);

  /** The customer that an admission's subject is, where no session says otherwise. */
  String guest(String subject);

  /** A session for this customer. A secret. */
  String issue(String customer, Instant now);

  /** How long a session is good for. */
  Duration lifetime();
}
