package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ibm.icu.text.MessagePattern;
import com.ibm.icu.text.MessagePattern.ArgType;
import com.ibm.icu.text.MessagePattern.Part;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.util.ULocale;
import dev.headgate.gateway.http.AcceptLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LanguagesTest {
  private static final Path PAGE = Path.of("src/main/resources/dev/headgate/gateway/page");

  private static final Path CLASSES = Path.of("src/main/java/dev/headgate/gateway/page");

  /** Where a module or the document names a message, and the scenes that have two of one name. */
  private static final Pattern SAID =
      Pattern.compile(
          "(?:say\\(|wait\\(|\\? |: |data-say=)\"([a-z-]+\\.[a-z.-]+)\"|\\{\\{say:([^}]+)}}");

  private static final Pattern TOLD = Pattern.compile("told\\(\"([a-z-]+)\"");

  private final Languages languages = new Languages();
  private final Words english = words("en");

  private Words words(String language) {
    return languages.all().stream()
        .filter(words -> words.language().equals(language))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theyAreTheTenThatWerePromised() {
    assertEquals(
        Set.of("en", "de", "es", "fr", "it", "pt", "ar", "hi", "ja", "ko"),
        languages.all().stream().map(Words::language).collect(Collectors.toSet()));
    assertEquals("rtl", words("ar").direction());
    assertEquals("ltr", words("ja").direction());
    assertEquals("日本語", words("ja").name());
  }

  @Test
  void eachSaysTheSameThingsWithTheSameArguments() {
    for (Words words : languages.all()) {
      assertEquals(english.messages().keySet(), words.messages().keySet(), words.language());
      for (String key : english.messages().keySet()) {
        assertEquals(arguments(english, key), arguments(words, key), words.language() + " " + key);
      }
    }
  }

  private static Set<String> arguments(Words words, String key) {
    return SpokenTest.arguments(message(words, key));
  }

  private static String message(Words words, String key) {
    return String.valueOf(words.messages().get(key));
  }

  @Test
  void eachPluralHasEveryFormOfItsLanguage() {
    for (Words words : languages.all()) {
      Set<String> forms = PluralRules.forLocale(new ULocale(words.language())).getKeywords();
      for (String key : words.messages().keySet()) {
        for (Set<String> selectors : plurals(message(words, key))) {
          assertEquals(forms, selectors, words.language() + " " + key);
        }
      }
    }
  }

  private static List<Set<String>> plurals(String message) {
    MessagePattern pattern = new MessagePattern(message);
    return Stream.iterate(0, i -> i < pattern.countParts(), i -> i + 1)
        .filter(i -> pattern.getPart(i).getType() == Part.Type.ARG_START)
        .filter(i -> pattern.getPart(i).getArgType() == ArgType.PLURAL)
        .map(i -> selectors(pattern, i))
        .toList();
  }

  private static Set<String> selectors(MessagePattern pattern, int start) {
    Set<String> selectors = new HashSet<>();
    for (int i = start + 2; i < pattern.getLimitPartIndex(start); i++) {
      if (pattern.getPart(i).getType() == Part.Type.ARG_SELECTOR) {
        selectors.add(pattern.getSubstring(pattern.getPart(i)));
        i = pattern.getLimitPartIndex(i + 1);
      }
    }
    return selectors;
  }

  @Test
  void nothingIsLeftInEnglishAndNothingIsEmpty() {
    for (Words words : languages.all()) {
      for (String key : words.messages().keySet()) {
        String message = message(words, key);
        assertFalse(message.isBlank(), words.language() + " " + key);
        assertEquals(message.strip(), message, words.language() + " " + key);
        boolean same = message.equals(message(english, key));
        boolean mayBe =
            words == english || Set.of("page.spoken", "page.position", "plain.time").contains(key);
        assertTrue(!same || mayBe, words.language() + " " + key + ": " + message);
      }
    }
  }

  /** A message is text wherever it is shown; this keeps it free of what only markup needs. */
  @Test
  void noMessageHasMarkupOrWhatTheDocumentFillsIn() {
    for (Words words : languages.all()) {
      for (String key : words.messages().keySet()) {
        String message = message(words, key);
        assertFalse(Pattern.compile("[<>&\"]|\\{\\{").matcher(message).find(), message);
      }
    }
  }

  @Test
  void thePageSaysAllThatThereIsAndNothingElse() throws IOException {
    Set<String> said = new TreeSet<>(Set.of("language.name"));
    for (Path file : filesOfThePage()) {
      String text = Files.readString(file);
      SAID.matcher(text)
          .results()
          .forEach(found -> said.add(found.group(1) == null ? found.group(2) : found.group(1)));
      TOLD.matcher(text)
          .results()
          .forEach(
              found ->
                  said.addAll(List.of(found.group(1) + ".headline", found.group(1) + ".lead")));
    }
    said.addAll(saidWithoutScripts());
    assertEquals(String.join("\n", english.messages().keySet()), String.join("\n", said));
  }

  /** Every key that stands in the classes of the page. */
  private Set<String> saidWithoutScripts() throws IOException {
    Set<String> keys = new TreeSet<>();
    try (Stream<Path> files = Files.list(CLASSES)) {
      for (Path file : files.toList()) {
        Pattern.compile("\"([a-z-]+\\.[a-z.-]+)\"")
            .matcher(Files.readString(file))
            .results()
            .forEach(found -> keys.add(found.group(1)));
      }
    }
    keys.retainAll(english.messages().keySet());
    return keys;
  }

  private static List<Path> filesOfThePage() throws IOException {
    try (Stream<Path> files = Files.list(PAGE)) {
      return files.filter(file -> file.toString().matches(".*\\.(js|html)")).toList();
    }
  }

  @Test
  void aReaderGetsTheBestOfThemAndEnglishWhereNoneFits() {
    assertEquals("pt", best("pt-BR,pt;q=0.9,en;q=0.8", null));
    assertEquals("ar", best("ar-EG", null));
    assertEquals("en", best("zh-Hant-TW, nl", null));
    assertEquals("en", best("", null));
    assertEquals("ja", best("zh, *;q=0.1, ja;q=0.5", null));
  }

  @Test
  void whatWasChosenByHandCountsWhereItIsOneOfThem() {
    assertEquals("hi", best("de", "hi"));
    for (String unknown :
        List.of("", "nl", "de-AT", "DE", "de\u0000", "../de", "<b>", "d".repeat(65_536))) {
      assertEquals("de", best("de", unknown), unknown);
    }
  }

  private String best(String header, @Nullable String byHand) {
    return languages.best(AcceptLanguage.of(List.of(header)), byHand);
  }

  @Test
  void anUnknownMessageAndABrokenFileAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> english.say("no.such", Map.of()));
    for (String broken :
        List.of(
            "{",
            "{n, plural, one {x}}",
            "{0}",
            "{n, spellout}",
            "{n, plural, offset:1 other {#}}",
            "{n, number, percent}",
            "{n, selectordinal, other {#}}",
            "{at, date, yyyy}")) {
      Words words = Words.read("en", "a.b=" + broken);
      assertThrows(IllegalArgumentException.class, words::compiled, broken);
    }
  }
}
