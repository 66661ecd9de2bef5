package dev.headgate.booking.notice;

import dev.headgate.booking.order.Order;
import dev.headgate.booking.ticket.Money;
import dev.headgate.booking.ticket.TicketWords;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/** Finds the words: a letter for an e-mail, a line for a phone. */
final class Writer {
  private static final String BANK =
      "You do not need to do anything. It goes to the card or account that you paid with; banks can"
          + " take ten days to show it.";
  private static final String SECRET =
      "Whoever has this address or a code has the tickets, so keep both to yourself.";

  private final Function<String, URI> orderLink;
  private final Duration codeLifetime;

  Writer(Notices.Sources sources) {
    this.orderLink = sources.orderLink();
    this.codeLifetime = sources.codeLifetime();
  }

  Letter codeLetter(String code) {
    return Letter.about("Your sign-in code")
        .say("Your code is " + code + ".")
        .say("It is good for " + lifetime() + ". Nobody of ours will ever ask you for it.")
        .say("If you did not want to sign in, leave it unused.");
  }

  String codeText(String code) {
    return "Your code is " + code + ", good for " + lifetime() + ". Tell it to nobody.";
  }

  private String lifetime() {
    long minutes = codeLifetime.toMinutes();
    return minutes > 1 ? minutes + " minutes" : codeLifetime.toSeconds() + " seconds";
  }

  Letter letter(Due due, Order order) {
    Letter letter =
        switch (checked(due, order).kind()) {
          case "tickets" -> tickets(order);
          case "payment_failed" -> paymentFailed(order);
          case "refund_due" -> refundDue(due, order);
          case "refunded" -> refunded(due, order);
          case "extra_charge" -> extraCharge(due, order);
          default -> throw new NeverException("no message of this kind: " + due.kind());
        };
    return letter
        .say("Your order:")
        .link(orderLink.apply(order.orderId()))
        .say("Order number " + order.orderId());
  }

  private static Letter tickets(Order order) {
    List<String> seats = new ArrayList<>();
    for (Order.Line line : order.lines()) {
      seats.add(
          TicketWords.place(line.section(), line.seat())
              + ": "
              + line.ticketType()
              + ", "
              + Money.written(line.priceCents(), order.currency()));
    }
    Letter letter =
        Letter.about("Your tickets: " + order.title())
            .say("Thank you. Here are your tickets for " + order.title() + ", " + where(order))
            .list(seats)
            .say("Paid: " + Money.written(order.amountCents(), order.currency()) + ".")
            .say(
                "The tickets are attached as a PDF, a page each. Show the code at the gate, on"
                    + " paper or on a screen.");
    return letter.say(SECRET);
  }

  private static String where(Order order) {
    return order.startsAt() == null
        ? order.venue() + "."
        : order.venue() + ", " + TicketWords.time(order.startsAt()) + ".";
  }

  private static Letter paymentFailed(Order order) {
    Letter letter =
        Letter.about("Payment not made: " + order.title())
            .say(
                "Your payment of "
                    + Money.written(order.amountCents(), order.currency())
                    + " for "
                    + order.title()
                    + " was not made, so this order has no tickets.");
    if (order.declineCode() != null) {
      letter = letter.say("The reason given was: " + order.declineCode().replace('_', ' ') + ".");
    }
    return letter.say(
        "Nothing was charged for it. If your bank shows an amount as reserved, that lapses by"
            + " itself. While seats are on sale you can choose some and pay again.");
  }

  private static Letter refundDue(Due due, Order order) {
    return Letter.about("Your money is coming back: " + order.title())
        .say("We are giving back " + amount(due, order) + ", paid for " + order.title() + ".")
        .say(BANK)
        .say(standing(order));
  }

  private static Letter refunded(Due due, Order order) {
    return Letter.about("Refund made: " + order.title())
        .say("We have given back " + amount(due, order) + ", paid for " + order.title() + ".")
        .say(BANK)
        .say(standing(order));
  }

  private static Letter extraCharge(Due due, Order order) {
    return Letter.about("Charged twice, and given back: " + order.title())
        .say("Your order for " + order.title() + " was charged more than once.")
        .say("We are giving back what was too much: " + amount(due, order) + ".")
        .say(BANK)
        .say(standing(order));
  }

  private static String standing(Order order) {
    return order.tickets().isEmpty()
        ? "This order has no tickets."
        : "Your tickets stay good. Do not pay again.";
  }

  /** The amount in the message's detail, otherwise what the order's rows say now. */
  private static String amount(Due due, Order order) {
    long known = order.refundDueCents() > 0 ? order.refundDueCents() : order.refundedCents();
    long cents = cents(due.detail()).orElse(known);
    return cents > 0 ? Money.written(cents, order.currency()) : "your money";
  }

  private static OptionalLong cents(String detail) {
    try {
      return OptionalLong.of(Long.parseLong(detail));
    } catch (NumberFormatException none) {
      return OptionalLong.empty();
    }
  }

  String textMessage(Due due, Order order) {
    String words =
        switch (checked(due, order).kind()) {
          case "tickets" -> "your tickets are here";
          case "payment_failed" -> "your payment was not made, nothing was charged";
          case "refund_due" -> "on its way back to you: " + amount(due, order);
          case "refunded" -> "given back to you: " + amount(due, order);
          case "extra_charge" -> "charged twice, coming back to you: " + amount(due, order);
          default -> throw new NeverException("no message of this kind: " + due.kind());
        };
    return OneLine.of(order.title() + ": " + words)
        + " "
        + orderLink.apply(order.orderId()).toASCIIString();
  }

  /**
   * The order may have moved on since the message was written: what is no longer so is not said.
   */
  private static Due checked(Due due, Order order) {
    boolean isSo =
        switch (due.kind()) {
          case "tickets" -> !order.tickets().isEmpty();
          case "payment_failed" -> order.status().equals("failed");
          default -> true;
        };
    if (!isSo) {
      throw new NeverException("no longer so: the order is " + order.status());
    }
    return due;
  }
}
