package dev.headgate.booking.account;

import dev.headgate.booking.account.Accounts.Caller;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which account a proven address leads to. */
sealed interface Entry {

  /** One there is. */
  record Existing(Account account) implements Entry {}

  /** The caller's, which gets this address, too. */
  record Added(String customer) implements Entry {}

  /** A new one. */
  record Fresh() implements Entry {}

  /** A new one that the caller's holds belong to. */
  record Promoted(String customer) implements Entry {}

  /** None: the caller's account would get an address that is another account's. */
  record InUse() implements Entry {}

  /**
   * Decides.
   *
   * @param known the account with this address and the caller's, as far as there are
   */
  static Entry of(Address proven, @Nullable Caller caller, List<Account> known) {
    Optional<Account> owner = first(known, account -> account.has(proven));
    Optional<Account> own =
        caller == null
            ? Optional.empty()
            : first(known, account -> account.customer().equals(caller.customer()));
    // Somebody with an account proves an address of the other kind to have both. Another one of the
    // same kind is somebody else's on the same device, or their other account: a plain sign-in.
    boolean adds =
        caller != null
            && caller.hasAccount()
            && own.isPresent()
            && own.get().of(proven.channel()) == null;
    if (owner.isPresent()) {
      return adds ? new InUse() : new Existing(owner.get());
    }
    if (adds) {
      return new Added(own.get().customer());
    }
    return caller == null || own.isPresent() ? new Fresh() : new Promoted(caller.customer());
  }

  private static Optional<Account> first(List<Account> known, Predicate<Account> which) {
    return known.stream().filter(which).findFirst();
  }
}
