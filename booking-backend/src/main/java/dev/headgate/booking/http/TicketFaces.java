package dev.headgate.booking.http;

import dev.headgate.booking.order.Order;
import dev.headgate.booking.ticket.TicketFace;
import java.util.List;

/** The tickets of an order as what stands on them. */
final class TicketFaces {
  private TicketFaces() {}

  static List<TicketFace> of(Order order) {
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
