package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The queue page in ten languages: which one a fan gets, and that all of it is in that one. */
@Tag("soak")
class LanguagesIT {
  private static final String QUEUE = "/queue/derby";
  private static final String ENGLISH_DETAIL = "Only programs read this detail.";

  /** A browser's locale, its headline, a million-odd people ahead and the time as written there. */
  private static final List<String> READERS =
      List.of(
          "en-GB | You are in line | 1,234,567 | \\d\\d:\\d\\d:\\d\\d",
          "en-US | You are in line | 1,234,567 | \\d?\\d:\\d\\d:\\d\\d\\s[AP]M",
          "de-DE | Sie sind in der Warteschlange | 1.234.567 | \\d\\d:\\d\\d:\\d\\d",
          "fr-FR | Vous êtes dans la file | 1\\s234\\s567 | \\d\\d:\\d\\d:\\d\\d",
          "es-ES | Está en la fila | 1.234.567 | \\d?\\d:\\d\\d:\\d\\d",
          "pt-BR | Está na fila | 1.234.567 | \\d\\d:\\d\\d:\\d\\d",
          "it-IT | È in coda | 1.234.567 | \\d\\d:\\d\\d:\\d\\d",
          "ja-JP | 列に並んでいます | 1,234,567 | \\d?\\d:\\d\\d:\\d\\d",
          "ko-KR | 줄을 서고 계십니다 | 1,234,567 | 오[전후]\\s\\d?\\d:\\d\\d:\\d\\d",
          "ar-EG | أنت في الطابور | ١٬٢٣٤٬٥٦٧ | [٠-٩]{1,2}:[٠-٩]{2}:[٠-٩]{2}\\s[صم]",
          "hi-IN | आप कतार में हैं | 12,34,567 | \\d?\\d:\\d\\d:\\d\\d\\s[ap]m");

  /** What stands below the number ahead, by the forms that a language has. */
  private static final List<String> PLURALS =
      List.of(
          "en-GB | 1 | fan ahead of you",
          "en-GB | 2 | fans ahead of you",
          "fr-FR | 1 | fan devant vous",
          "fr-FR | 1000000 | de fans devant vous",
          "ar-EG | 1 | شخص أمامك",
          "ar-EG | 2 | شخصان أمامك",
          "ar-EG | 5 | أشخاص أمامك",
          "ar-EG | 11 | شخصًا أمامك",
          "hi-IN | 1 | व्यक्ति आपसे आगे",
          "hi-IN | 7 | लोग आपसे आगे");

  /** What a join may be refused with, each with its status. */
  private static final List<String> REFUSALS =
      List.of(
          "400 bad-request",
          "400 key-required",
          "403 challenge-required",
          "403 cross-site",
          "403 entry-invalid",
          "403 rejected",
          "404 not-found",
          "404 unknown-event",
          "405 method-not-allowed",
          "409 sold-out",
          "410 ended",
          "413 too-large",
          "414 uri-too-long",
          "415 unsupported-media-type",
          "417 expectation-failed",
          "429 queue-full",
          "429 too-many-joins",
          "431 headers-too-large",
          "500 internal",
          "502 upstream-unavailable",
          "503 restoring",
          "418 never-heard-of");

  @RegisterExtension static final BrowserAtDemo STAGE = BrowserAtDemo.with("--on-sale-in", "36000");

  private static String[] row(String line) {
    return line.split(" \\| ", -1);
  }

  @Test
  void aBrowsersLanguageIsThePagesWithItsNumbersItsTimesAndItsDirection() {
    for (String line : READERS) {
      String[] reader = row(line);
      BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, reader[0], STAGE.demo().fans());
      Page tab = fan.blank();
      ToldPlace told = ToldPlace.in("on-sale", "waiting").inLine(1_234_900, 1_234_567);
      told.to(tab);
      tab.navigate(STAGE.demo().fans() + QUEUE);
      isIn(tab, reader[0].substring(0, 2));
      assertThat(tab.locator("#headline")).hasText(reader[1]);
      assertThat(tab.locator("#ahead")).hasText(Pattern.compile("^" + reader[2] + "$"));
      assertThat(tab.locator("#updated")).hasText(Pattern.compile("^" + reader[3] + "$"));
      assertEquals(
          0, tab.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"));
      told.leave(tab);
    }
  }

  private static void isIn(Page tab, String language) {
    assertThat(tab.locator("html")).hasAttribute("lang", language);
    assertThat(tab.locator("html")).hasAttribute("dir", language.equals("ar") ? "rtl" : "ltr");
  }

  @Test
  void aNumberOfFansIsFollowedByTheFormThatItAsksFor() {
    for (String line : PLURALS) {
      String[] plural = row(line);
      BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, plural[0], STAGE.demo().fans());
      Page tab = fan.blank();
      int ahead = Integer.parseInt(plural[1]);
      ToldPlace told = ToldPlace.in("on-sale", "waiting").inLine(ahead + 9, ahead);
      told.to(tab);
      tab.navigate(STAGE.demo().fans() + QUEUE);
      assertThat(tab.locator("#ahead-label")).hasText(plural[2]);
      told.leave(tab);
    }
  }

  @Test
  void anArabicAndAHindiPageHaveNoBarriers() {
    for (String locale : List.of("ar-EG", "hi-IN")) {
      for (Device device : List.of(Device.DARK_PHONE, Device.LIGHT_DESK)) {
        BrowserFan fan = STAGE.browser().fan(device, locale, STAGE.demo().fans());
        Page tab = fan.open(QUEUE);
        isIn(tab, locale.substring(0, 2));
        assertThat(tab.locator("#countdown")).isVisible();
        assertThat(tab.locator("#languages")).isVisible();
        fan.sees(tab, "70-" + locale + "-" + device);
        fan.metNothingUnexpected();
      }
    }
  }

  @Test
  void aChoiceByHandHoldsEverywhereAndReachesWhatTheOperatorSays() {
    OperatorDesk desk = new OperatorDesk(STAGE.demo());
    desk.say("Doors at six.", "en");
    desk.say("Einlass um sechs.", "de-AT");
    desk.say("تفتح الأبواب في السادسة.", "ar");
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, "en-GB", STAGE.demo().fans());
    Page tab = fan.open(QUEUE);
    Page open = fan.open(QUEUE);
    says(open, "en", "Doors at six.");
    tab.locator("#language").selectOption("de");
    says(tab, "de", "Einlass um sechs.");
    says(open, "de", "Einlass um sechs.");
    tab.reload();
    says(tab, "de", "Einlass um sechs.");
    desk.say("Einlass um sieben.", "de-AT");
    says(tab, "de", "Einlass um sieben.");
    says(fan.open(QUEUE), "de", "Einlass um sieben.");
    Page inline = fan.open("/events/derby/seats");
    says(inline, "de", "Einlass um sieben.");
    inline.locator("#language").selectOption("ar");
    says(inline, "ar", "تفتح الأبواب في السادسة.");
    says(tab, "ar", "تفتح الأبواب في السادسة.");
    tab.locator("#language").selectOption("ja");
    says(tab, "ja", "Doors at six.");
    fan.metNothingUnexpected();
  }

  private static void says(Page tab, String language, String message) {
    isIn(tab, language);
    assertThat(tab.locator("#message")).hasText(message);
    assertThat(tab.locator("#languages")).isVisible();
    assertThat(tab.locator("#language")).hasValue(language);
  }

  @Test
  void thePauseIsExplainedInTheLanguageChosenByHandAsFarAsTheOperatorDoes() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, "en-GB", STAGE.demo().fans());
    Page tab = fan.blank();
    ToldPlace told =
        ToldPlace.in("paused", "waiting")
            .inLine(90, 40)
            .with("pause", new JsonObject().put("reason", "Wir prüfen.").put("lang", "de-CH"));
    told.to(tab);
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#headline")).hasText("The queue is paused");
    assertThat(tab.locator("#lead")).hasText("Wir prüfen.");
    assertThat(tab.locator("#lead")).hasAttribute("lang", "de-CH");
    tab.locator("#language").selectOption("fr");
    assertThat(tab.locator("#headline")).hasText("La file est en pause");
    told.with("pause", new JsonObject().putNull("reason").putNull("lang"));
    assertThat(tab.locator("#lead")).containsText("Personne n’entre pour le moment.");
    assertThat(tab.locator("#lead")).hasAttribute("lang", "fr");
    assertTrue(
        told.languages.stream().anyMatch(header -> header.startsWith("fr,en-GB")),
        told.languages::toString);
    told.leave(tab);
  }

  @Test
  void whateverAJoinIsRefusedWithIsSaidInTheFansLanguageAndNeverInTheServers() {
    for (String refusal : REFUSALS) {
      ToldPlace told = ToldPlace.in("waiting", "waiting");
      String code = refusal.substring(4);
      told.refused(Integer.parseInt(refusal.substring(0, 3)), code, "detail", ENGLISH_DETAIL);
      refused(told, code, "(?s).*(Ihr|Sie|Warteschlange|Ausverkauft|Verkauf|Moment|Einlass).*");
    }
  }

  @Test
  void soIsWhateverAClaimIsRefusedWith() {
    Stream.of("404 not-found", "409 sold-out", "410 turn-over", "410 queue-reset", "403 rejected")
        .forEach(
            refusal -> {
              ToldPlace told = ToldPlace.in("on-sale", "called");
              told.claimRefused(Integer.parseInt(refusal.substring(0, 3)), refusal.substring(4));
              refused(
                  told,
                  refusal.substring(4),
                  "(?s).*(Sie|Warteschlange|Ausverkauft|Ihre|niemand).*");
            });
  }

  /** Something is said, in German; what the answer said in English is not. */
  private static void refused(ToldPlace told, String code, String german) {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, "de-DE", STAGE.demo().fans());
    Page tab = fan.blank();
    told.to(tab);
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(
            tab.locator("html[data-view]:not([data-view=joining]), #trouble:not([hidden])").first())
        .isVisible();
    assertThat(tab.locator("#languages")).isVisible();
    isIn(tab, "de");
    String text = tab.locator("main > *:not(footer)").allInnerTexts().toString();
    assertTrue(text.matches(german), code + ": " + text);
    assertFalse(text.contains(ENGLISH_DETAIL), code + ": " + text);
    assertFalse(text.contains("undefined"), code + ": " + text);
    assertFalse(Pattern.compile("[a-z]+\\.[a-z]+\\b").matcher(text).find(), code + ": " + text);
    told.leave(tab);
  }
}
