package dev.headgate.booking.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.hold.Hold;
import dev.headgate.booking.map.Counts;
import dev.headgate.booking.map.EventCard;
import dev.headgate.booking.map.EventNow;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages as the server writes them. */
class PagesInWordsTest {
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
  private static final EventCard CARD =
      new EventCard(
          "1",
          "7",
          "8",
          NOW,
          NOW.plusSeconds(60),
          4_500L,
          9_500L,
          8,
          List.of(new EventCard.Section("9", "9", 5, 4_500L, 4_500L)));
  private static final EventNow COUNTED = new EventNow(CARD, List.of(new Counts(5, 0, 0, 0)), NOW);
  private static final Map<String, ZoneId> BERLIN = Map.of("1", ZoneId.of("Europe/Berlin"));

  /** A language in which every message is its key in brackets, with its values. */
  private static Reader keysForWords() {
    JsonObject keys = new JsonObject();
    Words.of("en")
        .messages()
        .forEach(
            (key, forms) -> {
              StringBuilder text = new StringBuilder("⟦" + key);
              Pattern.compile("\\{\\w+}")
                  .matcher(forms.toString())
                  .results()
                  .forEach(value -> text.append(' ').append(value.group()));
              keys.put(key, text.append('⟧').toString());
            });
    return new Reader(Words.read("en", keys.encode().getBytes(StandardCharsets.UTF_8)), "");
  }

  private static ShopHttp.Till till(ShopHttp.Cards cards) {
    return new ShopHttp.Till(cards, Map.of("1", "eur"), BERLIN);
  }

  private static Hold hold(String status) {
    return new Hold(
        "2",
        "1",
        status,
        List.of(new Hold.HeldSeat("3-4", 9_500, "5")),
        9_500,
        NOW,
        NOW.plusSeconds(status.equals("expired") ? 0 : 600),
        null,
        new Hold.MoreTime(0, false),
        NOW);
  }

  private static JsonObject order(String status) {
    JsonObject line = new JsonObject().put("id", "3-4").put("section", "9").put("ticketType", "5");
    JsonObject ticket =
        new JsonObject().put("id", "6").put("seat", "3-4").put("png", "").put("pdf", "");
    return new JsonObject()
        .put("orderId", "2")
        .put("event", "1")
        .put("title", "7")
        .put("venue", "8")
        .put("status", status)
        .put("reason", "declined")
        .put("message", "what programs are told")
        .put("amountCents", 9_500)
        .put("currency", "eur")
        .put("seats", new JsonArray().add(line.put("priceCents", 9_500)))
        .put("tickets", new JsonArray().add(ticket))
        .put("declineCode", "insufficient_funds")
        .put("refundDueCents", 100)
        .put("refundedCents", 200);
  }

  private static List<String> everyPage(Reader reader) {
    List<String> pages = new ArrayList<>();
    pages.add(Pages.events(List.of(), reader));
    pages.add(Pages.event(COUNTED, till(ShopHttp.Cards.TEST), reader));
    pages.add(Pages.seats(CARD, "eur", new Visitors.Entrant("fan", null, NOW), reader));
    pages.add(Pages.holds("1", List.of(), till(ShopHttp.Cards.TEST), reader));
    pages.add(Pages.holds("1", List.of(hold("active")), till(ShopHttp.Cards.TEST), reader));
    for (ShopHttp.Cards cards : ShopHttp.Cards.values()) {
      pages.add(PaymentPage.of(hold("active"), CARD, till(cards), null, reader));
    }
    for (String status : List.of("paying", "converted")) {
      pages.add(PaymentPage.of(hold(status), CARD, till(ShopHttp.Cards.TEST), null, reader));
    }
    pages.add(PaymentPage.gone(hold("released"), reader));
    pages.add(PaymentPage.gone(hold("expired"), reader));
    for (String status :
        List.of("pending_payment", "confirmed", "failed", "refund_due", "refunded", "other")) {
      pages.add(OrderPage.of(order(status), reader));
      pages.add(
          OrderPage.of(
              order(status).put("redirectUrl", "https://bank.example").put("reason", "x"), reader));
    }
    return pages;
  }

  @Test
  void nothingIsWrittenThatIsNoWordOfALanguage() {
    for (String page : everyPage(keysForWords())) {
      String body = page.substring(page.indexOf("<title>")).replaceAll("(?s)<ul>.*?</ul></d", "<");
      String texts = body.replaceAll("<[^>]*>", " ") + spoken(body);
      String left =
          texts
              .replaceAll("⟦[a-z0-9._-]+", " ")
              // Names of cards, and times, which are the JDK's.
              .replaceAll("pm_\\w+|\\w+day|December|CET|AM|PM|at\\b", " ");
      assertTrue(!Pattern.compile("\\p{L}").matcher(left).find(), left + " in " + page);
    }
  }

  /** What only some hear or see. */
  private static String spoken(String page) {
    StringBuilder texts = new StringBuilder();
    Pattern.compile("(?:aria-label|alt|title|placeholder)=\"([^\"]*)\"")
        .matcher(page)
        .results()
        .forEach(each -> texts.append(' ').append(each.group(1)));
    return texts.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "es", "fr", "it", "pt", "ar", "hi", "ja", "ko"})
  void everyPageIsOfItsLanguageAndLeadsToTheOthers(String tag) {
    for (String page : everyPage(new Reader(Words.of(tag), "t=k&"))) {
      String direction = tag.equals("ar") ? "rtl" : "ltr";
      assertTrue(page.contains("<html lang=\"" + tag + "\" dir=\"" + direction + "\">"), page);
      assertEquals(10, Pattern.compile("hreflang=").matcher(page).results().count());
      assertTrue(page.contains("href=\"?t=k&amp;lang=ja\" hreflang=\"ja\" lang=\"ja\""), page);
    }
  }

  @Test
  void anEventsTimesAreItsOwn() {
    Reader german = new Reader(Words.of("de"), "");
    String page = Pages.event(COUNTED, till(ShopHttp.Cards.TEST), german);
    assertTrue(page.contains("Dienstag, 1. Dezember 2026, 11:00 MEZ"), page);
  }
}
