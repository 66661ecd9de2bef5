package dev.headgate.payment.simulator;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The page on which a cardholder approves or declines, as a bank would show it. */
final class ActionPage implements Handler<HttpServerRequest> {
  static final String PATH = "/sim/actions/";
  private static final Logger LOG = LoggerFactory.getLogger(ActionPage.class);
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Confirm your payment</title>
      <style>
      body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 3rem auto;
        padding: 0 1rem; color: #1a1a1a; background: #fff }
      button { font: inherit; padding: .6rem 1.4rem; margin-right: 1rem; border: 2px solid #1a1a1a;
        border-radius: .3rem; background: #fff; color: #1a1a1a }
      button[value=approve] { background: #14532d; border-color: #14532d; color: #fff }
      </style>
      </head>
      <body>
      <main>
      <h1>Confirm your payment</h1>
      <p>A simulated bank asks: do you want to pay <strong>%s</strong>? No money moves.</p>
      <form method="post">
      <button name="answer" value="approve">Approve</button>
      <button name="answer" value="decline">Decline</button>
      </form>
      </main>
      </body>
      </html>
      """;

  private final Books books;
  private final Processor processor;

  ActionPage(Books books, Processor processor) {
    this.books = books;
    this.processor = processor;
  }

  @Override
  public void handle(HttpServerRequest request) {
    String id = Api.pathOf(request).substring(PATH.length());
    try {
      if (request.method().equals(HttpMethod.POST)) {
        answered(request, id);
      } else {
        end(request, 200, page(books.find(id)));
      }
    } catch (ApiError unknown) {
      end(request, 404, "<!doctype html><title>Not found</title>There is no such payment.");
    }
  }

  private void answered(HttpServerRequest request, String id) {
    Intent known = books.find(id);
    request
        .body()
        .onSuccess(
            body -> {
              boolean approve = "answer=approve".equals(body.toString(StandardCharsets.UTF_8));
              goBack(request, processor.answerOfCardholder(known.id(), approve));
            })
        .onFailure(gone -> LOG.debug("a cardholder went away"));
  }

  /** As Stripe does it, with words in the address that prove nothing. */
  private static void goBack(HttpServerRequest request, Intent intent) {
    String back = intent.attempt().returnUrl();
    if (back == null || !back.matches("https?://[\\x21-\\x7e]+")) {
      end(request, 200, "<!doctype html><title>Done</title>You can close this page.");
      return;
    }
    boolean failed = intent.attempt().failure() != null;
    String target =
        back
            + (back.indexOf('?') < 0 ? '?' : '&')
            + ("payment_intent=" + intent.id())
            + ("&redirect_status=" + (failed ? "failed" : "succeeded"));
    request
        .response()
        .setStatusCode(303)
        .putHeader("Location", target)
        .end()
        .onFailure(gone -> LOG.debug("a cardholder went away"));
  }

  private static String page(Intent intent) {
    long cents = intent.terms().amountCents();
    String currency = intent.terms().currency().toUpperCase(Locale.ROOT);
    return PAGE.formatted("%d.%02d %s".formatted(cents / 100, cents % 100, currency));
  }

  private static void end(HttpServerRequest request, int status, String html) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "text/html; charset=utf-8")
        .putHeader("Cache-Control", "no-store")
        .putHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        .end(html)
        .onFailure(gone -> LOG.debug("a cardholder went away"));
  }
}
