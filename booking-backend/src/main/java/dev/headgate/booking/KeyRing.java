package dev.headgate.booking;

import dev.headgate.booking.account.Codes;
import dev.headgate.booking.account.OrderKeys;
import dev.headgate.booking.account.ShopSessions;
import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.ticket.Tickets;

/** What is made on a worker, because it waits for the disk. */
record KeyRing(ShopSessions sessions, Codes codes, OrderKeys orders, Tickets tickets) {
  static KeyRing of(ShopConfig config) {
    return new KeyRing(
        ShopSessions.signedWith(config.session()),
        Codes.under(config.session()),
        OrderKeys.under(config.session()),
        Tickets.signedWith(config.tickets()));
  }

  /** Where the bank's page sends somebody back to, on this origin. */
  String returnPath(String order) {
    return "/orders/" + order + "/return?t=" + orders.of(order);
  }
}
