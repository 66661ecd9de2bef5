package dev.headgate.booking.notice;

import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailAttachment;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.MailMessage;
import io.vertx.ext.mail.StartTLSOptions;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/** Sends by SMTP (RFC 5321) over a few connections that are kept. */
final class SmtpMailer implements Mailer {
  private static final int CONNECTIONS = 8;
  private static final int CONNECT_MILLIS = 10_000;
  // Also how long the server may think about one command.
  private static final int IDLE_SECONDS = 40;
  private static final Pattern ATOM = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  private final MailClient client;
  private final String from;
  private final String host;

  SmtpMailer(Vertx vertx, ShopConfig.Mail server, String host) {
    if (server.from().codePoints().anyMatch(OneLine::breaks)) {
      throw new IllegalArgumentException(
          "notices.mail.from: has control characters (expected: an address)");
    }
    this.from = server.from();
    this.host = host;
    this.client = MailClient.create(vertx, options(server));
  }

  private static MailConfig options(ShopConfig.Mail server) {
    // Not setHostnameVerificationAlgorithm: the client sets it where there is TLS, and turns it off
    // where somebody has set it already.
    MailConfig options =
        new MailConfig(server.host(), server.port())
            .setStarttls(StartTLSOptions.valueOf(server.startTls().toUpperCase(Locale.ROOT)))
            .setLogin(server.user() == null ? LoginOption.DISABLED : LoginOption.REQUIRED)
            .setMaxPoolSize(CONNECTIONS)
            .setConnectTimeout(CONNECT_MILLIS)
            .setIdleTimeout(IDLE_SECONDS);
    if (server.user() != null) {
      options.setUsername(server.user());
    }
    if (server.password() != null) {
      options.setPassword(server.password());
    }
    return options;
  }

  @Override
  public Future<Void> send(Mail mail) {
    return client.sendMail(message(mail)).mapEmpty();
  }

  private MailMessage message(Mail mail) {
    MailMessage message =
        new MailMessage()
            .setFrom(from)
            .setTo(mail.to())
            .setText(mail.letter().text())
            .setHtml(mail.letter().html())
            .setHeaders(headers(mail));
    if (mail.tickets() != null) {
      message.setAttachment(
          MailAttachment.create()
              .setName("tickets.pdf")
              .setContentType("application/pdf")
              .setDisposition("attachment")
              .setData(mail.tickets()));
    }
    return message;
  }

  private MultiMap headers(Mail mail) {
    String id = mail.due().messageId();
    // Ids of ours are atoms; whatever else somebody wrote becomes one, always the same.
    String atom =
        ATOM.matcher(id).matches()
            ? id
            : UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString();
    return MultiMap.caseInsensitiveMultiMap()
        .set("Message-ID", "<" + atom + "@" + host + ">")
        .set("Subject", SubjectHeader.of(mail.letter().subject()))
        // Keeps holiday answers away (RFC 3834).
        .set("Auto-Submitted", "auto-generated");
  }

  @Override
  public Future<Void> close() {
    return client.close();
  }
}
