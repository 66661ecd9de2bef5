package dev.headgate.booking.http;

import java.util.List;
import java.util.stream.Collectors;

/** The cards of a test processor, as choices in place of a form for real ones. */
final class TestCards {
  private record Card(String id, String word) {}

  private static final List<Card> CARDS =
      List.of(
          new Card("pm_card_visa", "page.card-good"),
          new Card("pm_card_chargeDeclined", "page.card-declined"),
          new Card("pm_card_authenticationRequired", "page.card-bank"),
          new Card("pm_sim_slow", "page.card-slow"),
          new Card("pm_sim_lostResponse", "page.card-lost"),
          new Card("pm_sim_duplicateWebhook", "page.card-thrice"),
          new Card("pm_sim_neverSettles", "page.card-never"),
          new Card("pm_sim_lateSuccess", "page.card-late"));

  private TestCards() {}

  static String choices(Reader reader) {
    return CARDS.stream()
        .map(card -> choice(card, reader))
        .collect(
            Collectors.joining(
                "\n",
                "<fieldset><legend>"
                    + Pages.escaped(reader.say("page.cards"))
                    + "</legend><p class=\"soft\">"
                    + Pages.escaped(reader.say("page.cards-why"))
                    + "</p><div class=\"choices\">\n",
                "\n</div></fieldset>"));
  }

  private static String choice(Card card, Reader reader) {
    String checked = card.equals(CARDS.get(0)) ? " checked" : "";
    return "<label class=\"choice\"><input type=\"radio\" name=\"card\" value=\""
        + card.id()
        + "\""
        + checked
        + "><span>"
        + Pages.escaped(reader.say(card.word()))
        + "</span><code>"
        + card.id()
        + "</code></label>";
  }
}
