package dev.headgate.booking.account;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.Database;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How customers prove who they are: by reading a code that was sent to their address. Failures are
 * {@link dev.headgate.booking.store.StoreException}s.
 */
public interface Accounts {

  /** Accounts in PostgreSQL. */
  static Accounts inPostgres(Database database, Codes codes, ShopConfig.Accounts settings) {
    return new PgAccounts(database, codes, settings);
  }

  /**
   * Sends a code to an address, whoever it belongs to and whether or not it has an account.
   *
   * @param caller the customer who asks, where that is known
   */
  Future<Begun> begin(Address address, @Nullable String caller);

  /** Looks at a guess. A code works once, and so many guesses are looked at and no more. */
  Future<Verified> verify(Guess guess);

  /** The account of this customer, if it is one's. */
  Future<Optional<Account>> find(String customer);

  /** How a sign-in began. */
  sealed interface Begun {
    /** A code is on its way. */
    record Sent(String signInId, Instant expiresAt, Instant serverTime) implements Begun {}

    /** This address, this caller or everybody together had their codes for now. */
    record TooMany(Duration pause) implements Begun {}
  }

  /**
   * A code as somebody typed it.
   *
   * @param caller who they were until now; null for a stranger
   */
  record Guess(String signInId, String code, @Nullable Caller caller) {
    /** Without the code. */
    @Override
    public String toString() {
      return "Guess[" + signInId + "]";
    }
  }

  /** Who somebody was before they signed in. */
  record Caller(String customer, boolean hasAccount) {}

  /** What became of a guess. */
  sealed interface Verified {
    /**
     * The address is proven.
     *
     * @param leavesHolds whether seats stay behind with the guest that the caller was
     */
    record SignedIn(Account account, boolean leavesHolds) implements Verified {}

    /** Another code than the one sent. */
    record Wrong(int triesLeft) implements Verified {}

    /** Used, guessed at too often, too old, or never sent. */
    record Over() implements Verified {}

    /** The address is proven, but it is another account's and cannot be added to the caller's. */
    record InUse() implements Verified {}
  }
}
