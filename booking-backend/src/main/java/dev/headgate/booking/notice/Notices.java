package dev.headgate.booking.notice;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.order.Order;
import dev.headgate.booking.store.Database;
import dev.headgate.booking.ticket.Tickets;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what the table {@code outbox} says is due: each message at least once, every time under the
 * same Message-ID. Any number of processes may do so at once.
 */
public interface Notices {
  /** The channels there are. */
  String EMAIL = "email";

  /** Text messages. */
  String SMS = "sms";

  /**
   * Sends by the mail server of the settings, or by none; text messages go to the log.
   *
   * @throws IllegalArgumentException when the sender's address is none
   */
  static Notices sending(
      Vertx vertx, Database database, Sources sources, ShopConfig.Notices settings) {
    Logger log = LoggerFactory.getLogger(Notices.class);
    ShopConfig.Mail server = settings.mail();
    Mailer mailer =
        server == null
            ? new LogMailer(settings.logCodes(), log::info)
            : new SmtpMailer(vertx, server, settings.publicOrigin().getHost());
    TextMessages texts = new LogTextMessages(settings.logCodes(), log::info);
    OutboxSender.Ports ports = new OutboxSender.Ports(mailer, texts);
    return new OutboxSender(
        vertx, new Outbox(vertx, database), ports, new Rules(sources, settings, Pace.usual()));
  }

  /**
   * What messages are made of.
   *
   * @param order finds an order by its id: {@code orders::find}
   * @param orderLink an order's public address with its key, for whoever bought
   * @param code the one-time code in a message's encrypted detail
   * @param codeLifetime after this a code is not sent any more
   * @param tally told of every try
   */
  record Sources(
      Function<String, Future<Optional<Order>>> order,
      Tickets tickets,
      Function<String, URI> orderLink,
      Function<String, String> code,
      Duration codeLifetime,
      Tally tally) {}

  /** Counts tries. */
  @FunctionalInterface
  interface Tally {
    /**
     * A message was tried.
     *
     * @param channel {@code email} or {@code sms}
     * @param outcome {@code sent}, {@code failed} or {@code given-up}
     */
    void tried(String channel, String outcome);
  }

  /**
   * Sends what is due, as far as there is room beside what is under way already. Never fails: what
   * could not be sent is tried again later, longer and longer apart.
   *
   * @return when everything this tick began is over
   */
  Future<Void> tick();

  /** What waited in a channel at the last tick. */
  Backlog backlog(String channel);

  /**
   * Messages that wait.
   *
   * @param oldestSeconds since the oldest was written; 0 when none waits
   */
  record Backlog(int waiting, int oldestSeconds) {}

  /** Begins nothing more, waits a few seconds for what is under way, and hangs up. */
  Future<Void> close();
}
