package dev.headgate.booking.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Whom a page is written for.
 *
 * @param words of the language they read
 * @param query what keeps them at this address, as the first part of a query; may be empty
 */
record Reader(Words words, String query) {
  private static final String PARAMETER = "lang";
  private static final String COOKIE = "shop_lang";
  private static final int YEAR_SECONDS = 31_536_000;

  /**
   * Who asks for a page that is for one person: a language chosen by hand goes before what the
   * browser asks for, and is remembered.
   */
  static Reader of(Exchange exchange) {
    exchange.set("Vary", "Accept, Accept-Language, Cookie");
    String now = exchange.parameter(PARAMETER);
    if (Languages.has(now)) {
      exchange.add(
          "Set-Cookie",
          COOKIE + "=" + now + "; Path=/; Max-Age=" + YEAR_SECONDS + "; SameSite=Lax");
      return of(exchange, now);
    }
    String before =
        exchange.cookies(COOKIE).stream().filter(Languages::has).findFirst().orElse(null);
    return of(exchange, before);
  }

  /**
   * Who asks for a page that a shared cache may keep: what is chosen by hand is only what stands in
   * the address, where the page's script puts what it remembers.
   */
  static Reader ofAnyone(Exchange exchange) {
    exchange.set("Vary", "Accept, Accept-Language");
    return of(exchange, exchange.parameter(PARAMETER));
  }

  private static Reader of(Exchange exchange, @Nullable String byHand) {
    String key = exchange.parameter("t");
    String query = key == null ? "" : "t=" + URLEncoder.encode(key, StandardCharsets.UTF_8) + "&";
    return new Reader(Languages.best(exchange.lines("Accept-Language"), byHand), query);
  }

  String say(String key) {
    return words.say(key);
  }

  /** The way to this same page in each of the languages. */
  String languages() {
    StringBuilder list = new StringBuilder(1_000);
    for (Words each : Languages.all()) {
      boolean isThis = each.language().equals(words.language());
      list.append("<li><a href=\"?")
          .append(Pages.escaped(query))
          .append("lang=%s\" hreflang=\"%<s\" lang=\"%<s\"".formatted(each.language()))
          .append(isThis ? " aria-current=\"true\">" : ">")
          .append(Pages.escaped(each.name()))
          .append("</a></li>");
    }
    return list.toString();
  }
}
