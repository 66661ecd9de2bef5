package dev.headgate.booking.http;

import java.util.List;
import java.util.stream.Collectors;

/** The cards of a test processor, as choices in place of a form for real ones. */
final class TestCards {
  private record Card(String id, String does) {}

  private static final List<Card> CARDS =
      List.of(
          new Card("pm_card_visa", "A card that pays at once"),
          new Card("pm_card_chargeDeclined", "A card that is declined"),
          new Card("pm_card_authenticationRequired", "A card whose bank wants to be asked"),
          new Card("pm_sim_slow", "A slow answer"),
          new Card("pm_sim_lostResponse", "A payment whose answer is lost"),
          new Card("pm_sim_duplicateWebhook", "A payment that is announced three times"),
          new Card("pm_sim_neverSettles", "A payment that is never decided"));

  private TestCards() {}

  static String choices() {
    return CARDS.stream()
        .map(TestCards::choice)
        .collect(
            Collectors.joining(
                "\n",
                "<fieldset><legend>Test card</legend><p class=\"soft\">This shop uses a test"
                    + " processor: no card is real, and no money moves.</p><div"
                    + " class=\"choices\">\n",
                "\n</div></fieldset>"));
  }

  private static String choice(Card card) {
    String checked = card.equals(CARDS.get(0)) ? " checked" : "";
    return "<label class=\"choice\"><input type=\"radio\" name=\"card\" value=\""
        + card.id()
        + "\""
        + checked
        + "><span>"
        + card.does()
        + "</span><code>"
        + card.id()
        + "</code></label>";
  }
}
