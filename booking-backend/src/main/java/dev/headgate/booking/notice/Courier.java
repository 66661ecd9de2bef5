package dev.headgate.booking.notice;

import dev.headgate.booking.order.Order;
import dev.headgate.booking.order.TicketFaces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** Makes a message from what is true now and hands it over. */
final class Courier {
  private final Vertx vertx;
  private final OutboxSender.Ports ports;
  private final Notices.Sources sources;
  private final Writer writer;

  Courier(Vertx vertx, OutboxSender.Ports ports, Notices.Sources sources) {
    this.vertx = vertx;
    this.ports = ports;
    this.sources = sources;
    this.writer = new Writer(sources);
  }

  Future<Void> deliver(Due due) {
    if (due.isCode()) {
      return handedOver(due, null);
    }
    return sources
        .order()
        .apply(due.subjectId())
        .compose(
            found ->
                found.isPresent()
                    ? handedOver(due, found.get())
                    : Future.failedFuture(new IllegalStateException("no such order")));
  }

  /** Decrypting and drawing take a while: on a worker. */
  private Future<Void> handedOver(Due due, @Nullable Order order) {
    if (due.channel().equals(Notices.EMAIL)) {
      return vertx.executeBlocking(() -> mail(due, order), false).compose(ports.mailer()::send);
    }
    return vertx
        .executeBlocking(() -> text(due, order), false)
        .compose(text -> ports.texts().send(text));
  }

  private Mailer.Mail mail(Due due, @Nullable Order order) {
    String to = Address.email(due.recipient());
    if (order == null) {
      return new Mailer.Mail(due, to, writer.codeLetter(code(due)), null);
    }
    Letter letter = writer.letter(due, order);
    boolean withTickets = due.kind().equals("tickets");
    return new Mailer.Mail(due, to, letter, withTickets ? pdf(order) : null);
  }

  private Buffer pdf(Order order) {
    return Buffer.buffer(sources.tickets().pdf(TicketFaces.of(order)));
  }

  private TextMessages.Text text(Due due, @Nullable Order order) {
    String number = Address.phone(due.recipient());
    String words = order == null ? writer.codeText(code(due)) : writer.textMessage(due, order);
    return new TextMessages.Text(due, number, words);
  }

  private String code(Due due) {
    return OneLine.of(sources.code().apply(due.detail()));
  }
}
