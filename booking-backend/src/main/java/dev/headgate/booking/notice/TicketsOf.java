package dev.headgate.booking.notice;

import dev.headgate.booking.order.Order;
import dev.headgate.booking.ticket.TicketFace;
import java.util.List;

/** What stands on an order's tickets. */
final class TicketsOf {
  private TicketsOf() {}

  static List<TicketFace> order(Order order) {
    return order.tickets().stream().map(ticket -> face(order, ticket)).toList();
  }

  private static TicketFace face(Order order, Order.Ticket ticket) {
    Order.Line line =
        order.lines().stream()
            .filter(each -> each.seat().equals(ticket.seat()))
            .findFirst()
            .orElseThrow();
    return new TicketFace(
        ticket.ticketId(),
        order.event(),
        order.title(),
        order.venue(),
        line.section(),
        line.seat(),
        line.ticketType(),
        line.priceCents(),
        order.currency(),
        ticket.issuedAt(),
        order.startsAt());
  }
}
