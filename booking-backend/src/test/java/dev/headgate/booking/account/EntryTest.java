package dev.headgate.booking.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.account.Accounts.Caller;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which account a proven address leads to; a row a story. */
class EntryTest {
  private static final String EMAIL = "new@example.com";
  private static final String PHONE = "+4915112345678";

  /** {@code e}: has the address proven. {@code o}: has another e-mail. {@code p}: has a phone. */
  private static @Nullable Account account(String customer, String has) {
    if (has.equals("none")) {
      return null;
    }
    String email = has.contains("e") ? EMAIL : has.contains("o") ? "old@example.com" : null;
    return new Account(customer, email, has.contains("p") ? PHONE : null);
  }

  @ParameterizedTest
  @CsvSource({
    // who proves the e-mail, their account, its owner's, what becomes of it
    "nobody,  none, none, Fresh[]",
    "nobody,  none, e,    Existing[account=Account[owner]]",
    "nobody,  none, ep,   Existing[account=Account[owner]]",
    "guest,   none, none, Promoted[customer=me]",
    "guest,   none, e,    Existing[account=Account[owner]]",
    "guest,   o,    none, Fresh[]",
    "guest,   p,    none, Fresh[]",
    "guest,   p,    e,    Existing[account=Account[owner]]",
    "guest,   e,    none, Existing[account=Account[me]]",
    "account, p,    none, Added[customer=me]",
    "account, p,    e,    InUse[]",
    "account, o,    none, Fresh[]",
    "account, o,    e,    Existing[account=Account[owner]]",
    "account, op,   none, Fresh[]",
    "account, e,    none, Existing[account=Account[me]]",
    "account, ep,   none, Existing[account=Account[me]]",
    "account, none, none, Promoted[customer=me]",
  })
  void aProvenAddressLeadsToOneAccount(String who, String own, String owner, String entry) {
    Caller caller = who.equals("nobody") ? null : new Caller("me", who.equals("account"));
    List<Account> known =
        Stream.of(account("owner", owner), account("me", own)).flatMap(Stream::ofNullable).toList();
    Address proven = Address.email(EMAIL).orElseThrow();
    assertEquals(entry, Entry.of(proven, caller, known).toString());
  }
}
