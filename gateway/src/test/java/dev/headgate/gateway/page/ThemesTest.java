package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.InvalidConfigException;
import dev.headgate.gateway.config.Palette;
import dev.headgate.gateway.config.Rgb;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThemesTest {
  private static final Path EXAMPLE = Path.of("..", "config", "examples", "themes.yaml");
  private static final String HOSTILE =
      "\"><script>alert('x')</script><img src=x onerror=alert(1)> {{title}} {{{head}}} ${x} &amp; $1";
  private static final String HOSTILE_ESCAPED =
      "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&lt;img src=x"
          + " onerror=alert(1)&gt; {{title}} {{{head}}} ${x} &amp;amp; $1";
  private static final List<String> LANGUAGES =
      List.of("en", "de", "es", "fr", "it", "pt", "ar", "hi", "ja", "ko");

  @TempDir private Path folder = Path.of(".");

  private QueuePage page(String yaml) {
    return QueuePage.of(config(yaml).pages());
  }

  private GatewayConfig config(String yaml) {
    return GatewayConfig.parse(
        folder.resolve("gateway.yaml"), yaml.getBytes(StandardCharsets.UTF_8));
  }

  private QueuePage theme(String yaml) {
    return page("pages:\n  themes:\n    one:\n" + yaml.indent(6));
  }

  /** What is wrong with a theme; its first line is the fourth of the file. */
  private String problem(String yaml) {
    InvalidConfigException refused = assertThrows(InvalidConfigException.class, () -> theme(yaml));
    assertEquals(1, refused.problems().size(), refused::getMessage);
    return refused.problems().get(0);
  }

  private static String document(QueuePage page, @Nullable String theme, String language) {
    return document(page, theme, language, "Derby");
  }

  private static String document(
      QueuePage page, @Nullable String theme, String language, String title) {
    return page.document(new QueuePage.Shown("derby", title, true, theme), language).toString();
  }

  private static String found(String document, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(document);
    assertTrue(found.find(), () -> pattern + " in " + document);
    return found.group(1);
  }

  private static String asset(QueuePage page, String document, String pattern) {
    String name = found(document, "/queue/-/(" + pattern + ")");
    return page.asset(name).orElseThrow().bytes().toString();
  }

  private void write(String name, String text) throws IOException {
    assertEquals(folder.resolve(name), Files.writeString(folder.resolve(name), text));
  }

  @Test
  void fansWithoutScriptsSeeTheThemesSheetToo() {
    QueuePage page = QueuePage.of(GatewayConfig.load(EXAMPLE, Map.of()).pages());
    for (String theme : List.of("evening", "harbour")) {
      Matcher sheet =
          Pattern.compile("href=\"(/queue/-/queue\\.[0-9a-f]+\\.css)\"")
              .matcher(document(page, theme, "en", "Derby"));
      assertTrue(sheet.find(), theme);
      PlainPage shown =
          new PlainPage(
              new QueuePage.Shown("derby", "Derby", false, theme),
              PlainScene.JOIN,
              Instant.EPOCH,
              PlainPage.Reload.NEVER,
              List.of());
      String plain = page.plain(shown, "en").toString();
      assertTrue(plain.contains("href=\"" + sheet.group(1) + "\""), theme);
    }
  }

  @Test
  void theExampleHasEveryKeyOfAThemeAndGivesAPageInEveryLanguage() {
    GatewayConfig example = GatewayConfig.load(EXAMPLE, Map.of());
    QueuePage page = QueuePage.of(example.pages());
    for (String theme : List.of("evening", "harbour")) {
      for (String language : LANGUAGES) {
        String document = document(page, theme, language, HOSTILE);
        assertTrue(document.contains("<html lang=\"" + language + "\""), language);
        assertTrue(document.contains("<title>" + HOSTILE_ESCAPED + "</title>"));
        assertTrue(document.contains(">" + HOSTILE_ESCAPED + "</h1>"));
        assertFalse(document.contains("<script>"));
        assertFalse(Pattern.compile("[\uFDD0-\uFDEF]").matcher(document).find());
        assertTrue(document.contains("action=\"/queue/derby/places?lang=" + language + "\""));
        assertTrue(document.contains("data-dpop=\"required\""));
      }
    }
    assertEquals(document(page, "evening", "de"), document(page, null, "de"), "the one chosen");
    assertEquals(document(page, "evening", "de"), document(page, "gone", "de"));
    String harbour = document(page, "harbour", "de");
    assertTrue(harbour.contains("alt=\"Hafenhalle\""));
    assertTrue(harbour.contains("data-say=\"page.room\">Am Kai</p>"));
    assertTrue(harbour.contains("href=\"https://www.harbour.example/access\" target=\"_blank\""));
    assertTrue(harbour.contains(">Impressum</a>"));
    assertTrue(document(page, "harbour", "ja").contains(">Imprint</a>"), "English otherwise");
    String svg = found(harbour, "src=\"/queue/-/(logo\\.[0-9a-f]{16}\\.svg)\"");
    assertEquals("image/svg+xml", page.asset(svg).orElseThrow().contentType());
    String sheet = asset(page, harbour, "queue\\.[0-9a-f]{16}\\.css");
    assertTrue(sheet.contains(".quay") && sheet.contains("--water: #a02c46;"), sheet);
  }

  @Test
  void theUsualColoursAreThoseOfTheStyleSheet() {
    String sheet = Resources.text("queue.css");
    int dark = sheet.indexOf("prefers-color-scheme: dark");
    for (Map.Entry<String, Palette> scheme :
        Map.of(sheet.substring(0, dark), Palette.LIGHT, sheet.substring(dark), Palette.DARK)
            .entrySet()) {
      Palette usual = scheme.getValue();
      Map<String, Rgb> colours =
          Map.of(
              "ground", usual.ground(),
              "panel", usual.panel(),
              "ink", usual.ink(),
              "soft", usual.soft(),
              "water", usual.accent(),
              "on-water", usual.onAccent(),
              "trough", usual.trough());
      colours.forEach(
          (name, colour) ->
              assertEquals(
                  colour.toString(),
                  found(scheme.getKey(), "--" + name + ": (#[0-9a-f]{6});"),
                  name));
    }
  }

  @Test
  void withoutAThemeNothingIsOtherThanUsual() {
    QueuePage usual = QueuePage.bundled();
    QueuePage themed = theme("colours: {accent: \"#5b3a9e\"}\n");
    for (String language : LANGUAGES) {
      assertEquals(document(usual, null, language), document(themed, null, language));
      assertEquals(document(usual, null, language), document(themed, "two", language));
      assertNotEquals(document(usual, null, language), document(themed, "one", language));
    }
    assertEquals(usual.contentSecurityPolicy(), themed.contentSecurityPolicy());
  }

  @Test
  void coloursAreInASheetOfTheThemesOwn() {
    QueuePage page = theme("colours: {accent: \"#5b3a9e\", groundDark: \"#000000\"}\n");
    String document = document(page, "one", "en");
    assertFalse(document.contains("style="));
    String sheet = asset(page, document, "queue\\.[0-9a-f]{16}\\.css");
    int dark = sheet.lastIndexOf("prefers-color-scheme: dark");
    assertTrue(sheet.lastIndexOf("--water: #5b3a9e;") < dark);
    assertTrue(sheet.lastIndexOf("--ground: #000000;") > dark);
    String usual = asset(page, document(page, null, "en"), "queue\\.[0-9a-f]{16}\\.css");
    assertFalse(usual.contains("#5b3a9e"));
  }

  @Test
  void ownTextsAreInTheDocumentAndInWhatTheScriptSaysOfTheirLanguageAlone() {
    QueuePage page =
        theme(
            """
            texts:
              de:
                page.room: '<b>Am Kai</b> & "so"'
                line.ahead: "{n, plural, one {ein Fan} other {# Fans}} vor Ihnen"
            """);
    String german = document(page, "one", "de");
    assertTrue(german.contains(">&lt;b&gt;Am Kai&lt;/b&gt; &amp; &quot;so&quot;</p>"), german);
    JsonObject words = new JsonObject(asset(page, german, "words\\.de\\.[0-9a-f]{16}\\.json"));
    JsonObject messages = words.getJsonObject("messages");
    assertEquals("<b>Am Kai</b> & \"so\"", messages.getString("page.room"));
    assertTrue(messages.getJsonArray("line.ahead").encode().contains("Fans"));
    String english = document(page, "one", "en");
    assertTrue(english.contains(">Waiting room</p>"));
    String file = found(german, "(words\\.de\\.[0-9a-f]{16}\\.json)");
    assertTrue(english.contains(file), "whoever chooses German by hand gets the theme's");
    String usual = document(page, null, "en");
    assertFalse(usual.contains(file));
    String same = found(usual, "(words\\.en\\.[0-9a-f]{16}\\.json)");
    assertTrue(english.contains(same), "what is the same is one asset");
  }

  @Test
  void labelsAndWordsOfTheLogoAreTextWhateverIsInThem() throws IOException {
    write("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>");
    String hostile = "It's {n} <b>\"x\"</b> {{title}} # '{'";
    QueuePage page =
        theme(
            """
            logo: {file: logo.svg, alt: {en: &a "%s"}}
            links: [{to: "/a?b", label: {en: "%s"}}, {to: "https://x.example/?a=b&c=%%22", label: {en: y}}]
            """
                .replace("&a ", "")
                .replace("/a?b", "/a")
                .formatted(hostile.replace("\"", "\\\""), hostile.replace("\"", "\\\"")));
    String document = document(page, "one", "en");
    String escaped = "It&#39;s {n} &lt;b&gt;&quot;x&quot;&lt;/b&gt; {{title}} # &#39;{&#39;";
    assertTrue(document.contains("alt=\"" + escaped + "\""), document);
    assertTrue(document.contains(">" + escaped + "</a>"), document);
    assertTrue(document.contains("<a href=\"https://x.example/?a=b&amp;c=%22\""), document);
    JsonObject words = new JsonObject(asset(page, document, "words\\.en\\.[0-9a-f]{16}\\.json"));
    assertEquals(hostile, words.getJsonObject("messages").getString("theme.logo"));
    assertEquals(hostile, words.getJsonObject("messages").getString("theme.link.0"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "texts: {xx: {page.room: x}}          | texts.xx: a language that the page does not speak",
        "texts: {en: {page.rom: x}}           | texts.en.page.rom: no text of the page",
        "texts: {en: {language.name: x}}      | texts.en.language.name: no text of the page",
        "texts: {en: {theme.logo: x}}         | texts.en.theme.logo: no text of the page",
        "texts: {en: {page.room: '{n}'}}      | texts.en.page.room: it has the values {n=text} (expected: at most no values)",
        "texts: {en: {line.ahead: '{m}'}}     | texts.en.line.ahead: it has the values {m=text} (expected: at most the values {n=number})",
        "texts: {en: {clock.at: '{at}'}}      | texts.en.clock.at: it has the values {at=text} (expected: at most the values {at=moment})",
        "texts: {en: {wait.turn: '{span, number}'}} | texts.en.wait.turn: it has the values {span=number}",
        "texts: {en: {page.room: '{'}}        | texts.en.page.room: Unmatched '{' braces",
        "texts: {en: {line.ahead: '{n, plural, one {x}}'}} | texts.en.line.ahead:",
        "links: [{to: /x, label: {en: x, tlh: y}}] | links[0].label.tlh: a language that the page",
        "stylesheet: none.css                 | stylesheet: FOLDER/none.css cannot be read",
        "template: none.html                  | template: FOLDER/none.html cannot be read",
        "'logo: {file: none.svg, alt: {en: x}}' | logo.file: FOLDER/none.svg cannot be read",
      })
  void whatIsWrongIsNamedWithItsLineAndPath(String yaml, String problem) {
    String named = problem(yaml.strip() + "\n");
    String expected = problem.replace("FOLDER", folder.toString());
    assertTrue(named.startsWith("line 4: pages.themes.one." + expected), named);
  }

  @Test
  void everythingWrongIsNamedAtOnce() {
    InvalidConfigException refused =
        assertThrows(
            InvalidConfigException.class,
            () ->
                theme(
                    """
                    texts:
                      en: {page.rom: x}
                      xx: {page.room: x}
                    template: none.html
                    stylesheet: none.css
                    """));
    assertEquals(4, refused.problems().size());
    assertTrue(refused.problems().stream().anyMatch(problem -> problem.startsWith("line 5: ")));
    assertTrue(refused.problems().stream().anyMatch(problem -> problem.startsWith("line 8: ")));
    assertTrue(
        String.valueOf(refused.getMessage()).startsWith(folder.resolve("gateway.yaml").toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@import 'x.css';",
        "p { background: url(x.png) }",
        "p { background: URL( 'https://evil.example/x' ) }",
        "p { background: url(\"//evil.example/x\") }",
        "@IMPORT url(data:text/css,x);",
        "p { background: u\\72l(x.png) }",
        "p { background: \\75\\000052 \\6c(x.png) }",
        "p { background: u\\\nrl(x.png) }",
        "p { background: url(\\\"data:x) }",
        "p { background: url(\\ data:x) }",
        "@\\69mport 'x.css';",
        "@im\\70 ort 'x.css';",
        "p { content: \"/*\" } q { background: url(x.png) } r { content: \"*/\" }",
        "p { background: url(data:,/*) } q { background: url(x.png) } /* */",
        "p { background: image-set(\"x.png\" 1x) }",
        "p { background: -webkit-image-set(\"x.png\" 1x) }",
        "@font-face { src: src(\"x.woff\") }",
        "/* url(x.png) */"
      })
  void aSheetOfOnesOwnLoadsNothing(String css) throws IOException {
    write("own.css", css);
    assertTrue(problem("stylesheet: own.css\n").contains("stylesheet: "));
  }

  @Test
  void aSheetOfOnesOwnComesLast() throws IOException {
    String own =
        "/* x */ p { background: url(\"data:image/png;base64,AAAA\"); content: \"\\201C\\22\" }"
            + " .a\\:b { background: URL(data:,x) }";
    write("own.css", own);
    QueuePage page = theme("stylesheet: own.css\n");
    String sheet = asset(page, document(page, "one", "en"), "queue\\.[0-9a-f]{16}\\.css");
    assertTrue(sheet.startsWith(Resources.text("queue.css")));
    assertTrue(sheet.endsWith(own));
  }

  @Test
  void onlyFilesBelowTheConfigurationsFolderAreReadWhateverLeadsToThem() throws IOException {
    Path deeper = Files.createDirectories(folder.resolve("conf/art"));
    write("secret", "p {}");
    write("conf/art/own.css", "p {}");
    Path inside = deeper.resolveSibling("inside.css");
    assertEquals(inside, Files.createSymbolicLink(inside, Path.of("art/own.css")));
    assertEquals("", refusal("stylesheet: %s", "inside.css"));
    assertEquals("", refusal("stylesheet: %s", "art/../art/own.css"));
    Path outside = deeper.resolve("outside.css");
    assertEquals(outside, Files.createSymbolicLink(outside, Path.of("../../secret")));
    Path way = deeper.resolve("way");
    assertEquals(way, Files.createSymbolicLink(way, folder));
    for (String elsewhere :
        List.of(
            "art/outside.css",
            "art/way/secret",
            "../secret",
            folder.resolve("secret").toString(),
            "/etc/hostname",
            "/dev/zero",
            "/proc/self/environ")) {
      boolean isThere = Files.exists(folder.resolve("conf").resolve(elsewhere));
      String named = isThere ? "(expected: a file below " : "cannot be read";
      for (String kind : KINDS) {
        String refusal = refusal(kind, elsewhere);
        assertTrue(refusal.contains(named), elsewhere + ": " + refusal);
      }
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  @Timeout(60)
  void whatIsNoFileIsRefusedAndNotWaitedFor() throws Exception {
    Path pipe = Files.createDirectories(folder.resolve("conf")).resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    for (String what : List.of("pipe", ".")) {
      for (String kind : KINDS) {
        String refusal = refusal(kind, what);
        assertTrue(refusal.contains("is something else (expected: a file)"), refusal);
      }
    }
  }

  private static final List<String> KINDS =
      List.of("stylesheet: %s", "template: %s", "logo: {file: %s, alt: {en: x}}");

  /** Why a theme is refused that names a file; empty where it is not. */
  private String refusal(String kind, String file) {
    String yaml = "pages:\n  themes:\n    one:\n      " + kind.formatted(file);
    Path configuration = folder.resolve("conf/gateway.yaml");
    GatewayConfig config =
        GatewayConfig.parse(configuration, yaml.getBytes(StandardCharsets.UTF_8));
    try {
      assertTrue(document(QueuePage.of(config.pages()), "one", "en").contains("<html"));
      return "";
    } catch (InvalidConfigException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  @Test
  void filesAreBounded() throws IOException {
    write("own.css", " ".repeat(64 * 1024));
    assertTrue(document(theme("stylesheet: own.css\n"), "one", "en").contains("<html"));
    write("own.css", " ".repeat(64 * 1024 + 1));
    assertTrue(problem("stylesheet: own.css\n").contains("has 65537 bytes (expected: at most"));
  }
}
