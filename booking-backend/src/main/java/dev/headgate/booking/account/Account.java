package dev.headgate.booking.account;

import org.jspecify.annotations.Nullable;

/**
 * A customer with at least one proven address.
 *
 * @param customer whose holds and orders these are
 * @param email in small letters; null where none was proven
 * @param phone in E.164; null where none was proven
 */
public record Account(String customer, @Nullable String email, @Nullable String phone) {

  /** What a session of this account may say. */
  public ShopSessions.Kind kind() {
    return phone == null ? ShopSessions.Kind.ACCOUNT : ShopSessions.Kind.PHONE;
  }

  boolean has(Address address) {
    return address.text().equals(of(address.channel()));
  }

  @Nullable String of(Address.Channel channel) {
    return channel == Address.Channel.EMAIL ? email : phone;
  }

  /** Without the addresses: they are nobody's business in a log. */
  @Override
  public String toString() {
    return "Account[" + customer + "]";
  }
}
