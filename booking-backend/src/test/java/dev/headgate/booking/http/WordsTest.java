package dev.headgate.booking.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.icu.text.PluralRules;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  private static final Path SCRIPTS = Path.of("src/main/resources/dev/headgate/booking/http");
  private static final Pattern ARGUMENT = Pattern.compile("\\{\\w+}");

  /** What looks at keys that a script puts together. */
  private static final List<String> PUT_TOGETHER = List.of("seat.", "not.", "pay.", "time.");

  private static final Words ENGLISH = Words.of("en");

  @Test
  void theyAreTheTenThatArePromisedAndEachKnowsItsName() {
    Set<String> names = new TreeSet<>();
    Set<String> tags = new TreeSet<>();
    for (Words words : Languages.all()) {
      names.add(words.name());
      tags.add(words.language());
      assertEquals(words.language().equals("ar"), words.isRightToLeft());
    }
    assertEquals(Set.of("en", "de", "es", "fr", "it", "pt", "ar", "hi", "ja", "ko"), tags);
    assertEquals(10, names.size());
  }

  @Test
  void eachSaysTheSameThingsWithTheSameValues() {
    for (Words words : Languages.all()) {
      assertEquals(ENGLISH.messages().keySet(), words.messages().keySet(), words.language());
      for (String key : ENGLISH.messages().keySet()) {
        assertEquals(arguments(ENGLISH, key), arguments(words, key), words.language() + " " + key);
      }
    }
  }

  private static Set<String> arguments(Words words, String key) {
    return forms(words, key).values().stream()
        .flatMap(text -> ARGUMENT.matcher(text).results().map(MatchResult::group))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, String> forms(Words words, String key) {
    return words.messages().getOrDefault(key, Map.of());
  }

  @Test
  void noMessageIsEmptyAndNoneWasLeftInEnglish() {
    for (Words words : Languages.all()) {
      int english = 0;
      for (String key : ENGLISH.messages().keySet()) {
        assertTrue(forms(words, key).values().stream().noneMatch(String::isBlank), key);
        boolean isWord = forms(ENGLISH, key).values().stream().anyMatch(text -> text.length() > 12);
        if (isWord && forms(ENGLISH, key).equals(forms(words, key))) {
          english++;
        }
      }
      assertTrue(english <= 4 || words.language().equals("en"), words.language() + ": " + english);
    }
  }

  @Test
  void wholeNumbersTakeTheFormsThatUnicodeSays() {
    for (Words words : Languages.all()) {
      PluralRules rules = PluralRules.forLocale(new ULocale(words.language()));
      LongStream.concat(LongStream.rangeClosed(0, 1_250), LongStream.of(50_000, 99_999, 123_456))
          .forEach(
              n ->
                  assertEquals(
                      rules.select((double) n),
                      Plural.form(words.language(), n),
                      words.language() + " " + n));
    }
  }

  @Test
  void whateverTurnsOnANumberHasEveryFormOfTheLanguage() {
    for (Words words : Languages.all()) {
      Set<String> all =
          LongStream.rangeClosed(0, 200)
              .mapToObj(n -> Plural.form(words.language(), n))
              .collect(Collectors.toCollection(TreeSet::new));
      for (String key : words.messages().keySet()) {
        Set<String> forms = new TreeSet<>(forms(words, key).keySet());
        boolean isTheSameForAll = forms.equals(Set.of(Plural.OTHER));
        // Japanese and Korean have one form; they may word a single seat in another way all the
        // same.
        forms.retainAll(all);
        assertTrue(isTheSameForAll || forms.equals(all), words.language() + " " + key);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          en-GB | 12,345 | €95.50  | Thursday, 24 December 2026, 20:00 CET
          de    | 12.345 | 95,50 € | Donnerstag, 24. Dezember 2026, 20:00 MEZ
          fr    | 12 345 | 95,50 € | jeudi 24 décembre 2026 20:00 CET
          ja    | 12,345 | €95.50  | 2026年12月24日木曜日 20:00 CET
          ar    | 12,345 | € 95.50 | الخميس، 24 ديسمبر 2026, 8:00 م CET
          ar-EG | ١٢٬٣٤٥ | ٩٥٫٥٠ € | الخميس، ٢٤ ديسمبر ٢٠٢٦, ٨:٠٠ م CET
          """)
  void numbersMoneyAndTimesAreWrittenAsTheyAreThere(
      String tag, String number, String money, String moment) {
    Locale place = Locale.forLanguageTag(tag);
    Words words = Words.of(place.getLanguage()).in(place);
    assertEquals(number, plain(words.number(12_345)));
    assertEquals(money, plain(words.money(9_550, "eur")));
    Instant evening = Instant.parse("2026-12-24T19:00:00Z");
    assertEquals(moment, plain(words.moment(evening, ZoneId.of("Europe/Berlin"))));
  }

  /** Spaces of all kinds look alike here, and marks of direction are not seen. */
  private static String plain(String text) {
    return text.replaceAll("[\\u00a0\\u202f]", " ").replaceAll("[\\u200e\\u200f\\u061c]", "");
  }

  @Test
  void amountsGoByTheirCurrency() {
    assertEquals("¥4,500", ENGLISH.money(4_500, "jpy"));
    assertEquals("45.00 QQQ", ENGLISH.money(4_500, "qqq"));
  }

  @Test
  void aValueInOtherLettersTurnsNothingAroundItInArabic() {
    assertEquals("المقعد \u2068A-1\u2069", Words.of("ar").say("page.seat-id", Map.of("id", "A-1")));
    assertEquals("Seat A-1", ENGLISH.say("page.seat-id", Map.of("id", "A-1")));
    assertEquals(
        "Seat <bdi><b>1</b></bdi>", ENGLISH.html("page.seat-id", Map.of("id", "<b>1</b>")));
  }

  @Test
  void aFileThatSaysSomethingTwiceIsNone() {
    byte[] twice = "{\"a\":\"1\",\"a\":\"2\"}".getBytes(StandardCharsets.UTF_8);
    assertThrows(IllegalStateException.class, () -> Words.read("en", twice));
    assertThrows(IllegalArgumentException.class, () -> ENGLISH.say("nothing"));
  }

  @Test
  void scriptsAreSentTheWordsThatTheySayAndNoOthers() throws IOException {
    String module = new String(Words.of("de").module(), StandardCharsets.UTF_8);
    assertTrue(module.startsWith("export default {"), module.substring(0, 40));
    assertFalse(module.contains("\"page."));
    String scripts = scripts();
    Set<String> said =
        Pattern.compile("'([a-z]+(?:\\.[a-z0-9-]+)*)'")
            .matcher(scripts)
            .results()
            .map(each -> each.group(1))
            .collect(Collectors.toSet());
    String served = read(SCRIPTS, ".html") + read(Path.of("src/main/java"), "Page.java");
    for (String key : ENGLISH.messages().keySet()) {
      boolean isSaid =
          said.contains(key)
              || served.contains("{{=" + key + "}}")
              || PUT_TOGETHER.stream().anyMatch(key::startsWith)
              || key.startsWith("page.")
              || key.matches("basket\\.(more|release)(-label)?|language\\.name");
      assertTrue(isSaid, key + " is said nowhere");
    }
    Set<String> unknown =
        Pattern.compile("word\\('([^']+)'")
            .matcher(scripts)
            .results()
            .map(each -> each.group(1))
            .filter(key -> !ENGLISH.has(key))
            .collect(Collectors.toSet());
    assertEquals(Set.of(), unknown);
  }

  /**
   * A literal of several words that begins as a sentence does, outside what only a log would see.
   */
  @Test
  void noScriptSaysAnythingByItself() throws IOException {
    List<String> sentences = new ArrayList<>();
    for (String line : scripts().lines().toList()) {
      String code = line.replaceAll("(^|\\s)(//|\\*|/\\*\\*).*", "");
      if (!code.contains("new Error(")) {
        Pattern.compile("['`]([A-Z][a-z]+ [^'`]*)['`]")
            .matcher(code)
            .results()
            .forEach(each -> sentences.add(each.group(1)));
      }
    }
    assertEquals(List.of(), sentences);
  }

  private static String scripts() throws IOException {
    return read(SCRIPTS, ".js");
  }

  private static String read(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(each -> each.toString().endsWith(ending)).toList()) {
        all.append(Files.readString(file)).append('\n');
      }
      return all.toString();
    }
  }
}
