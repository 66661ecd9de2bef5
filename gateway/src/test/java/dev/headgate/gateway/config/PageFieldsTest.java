package dev.headgate.gateway.config;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageFieldsTest {
  private static final Path FILE = Path.of("/srv/headgate/gateway.yaml");

  private static Pages pages(String yaml) {
    return GatewayConfig.parse(FILE, yaml.getBytes(StandardCharsets.UTF_8)).pages();
  }

  private static Theme theme(String yaml) {
    return requireNonNull(pages("pages: {themes: {one: {" + yaml + "}}}").themes().get("one"));
  }

  private static List<String> problems(String yaml) {
    return assertThrows(InvalidConfigException.class, () -> pages(yaml)).problems();
  }

  /** What is wrong with a theme; its first line is the fifth of the file. */
  private static List<String> themeProblems(String theme) {
    return problems("pages:\n  themes:\n    one:\n\n      " + theme);
  }

  @Test
  void withoutAWordAboutPagesTheyAreAsUsual() {
    assertEquals(Pages.usual(), pages(""));
    assertEquals(Pages.usual(), pages("pages:"));
    assertEquals(Pages.usual(), pages("pages: {}"));
  }

  @Test
  void everyKeyOfAThemeIsReadAndItsFilesAreRelativeToTheConfiguration() {
    Theme theme =
        theme(
            """
            logo: {file: art/logo.svg, alt: {en: Hall, de: Halle}},
            texts: {en: {page.room: Quay, line.headline: "You, there"}, ar: {page.room: x}},
            links: [{to: /imprint, label: {en: Imprint}}],
            stylesheet: art/hall.css,
            template: /srv/pages/hall.html
            """);
    assertEquals(
        new Theme.Logo(Path.of("/srv/headgate/art/logo.svg"), Map.of("en", "Hall", "de", "Halle")),
        theme.logo());
    assertEquals(
        Map.of(
            "en",
            Map.of("page.room", "Quay", "line.headline", "You, there"),
            "ar",
            Map.of("page.room", "x")),
        theme.texts());
    assertEquals(List.of(new Theme.Link(Map.of("en", "Imprint"), "/imprint")), theme.links());
    assertEquals(Path.of("/srv/headgate/art/hall.css"), theme.stylesheet());
    assertEquals(Path.of("/srv/pages/hall.html"), theme.template());
    assertEquals(List.of(Palette.LIGHT, Palette.DARK), List.of(theme.light(), theme.dark()));
  }

  @Test
  void everyColourCanBeSetInBothSchemes() {
    Theme theme =
        theme(
            """
            colours: {accent: "#112233", onAccent: "#fefefe", ground: "#f0f1f2", panel: "#f3f4f5",
              ink: "#010203", soft: "#040506", trough: "#e7e8e9", accentDark: "#fEdDcC",
              onAccentDark: "#070809", groundDark: "#0a0b0c", panelDark: "#0d0e0f",
              inkDark: "#f6f7f8", softDark: "#f9fafb", troughDark: "#101112"}
            """);
    assertEquals("#112233 #fefefe #f0f1f2 #f3f4f5 #010203 #040506 #e7e8e9", colours(theme.light()));
    assertEquals("#feddcc #070809 #0a0b0c #0d0e0f #f6f7f8 #f9fafb #101112", colours(theme.dark()));
  }

  private static String colours(Palette of) {
    return String.join(
        " ",
        List.of(
                of.accent(),
                of.onAccent(),
                of.ground(),
                of.panel(),
                of.ink(),
                of.soft(),
                of.trough())
            .stream()
            .map(Rgb::toString)
            .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"#5b3a9e", "#000000", "#7a1f1f", "#00573d", "#3d3d00", "#0000ff"})
  void oneAccentIsEnoughTheDarkOneAndWhatIsWrittenOnBothFollow(String accent) {
    Theme theme = theme("colours: {accent: \"" + accent + "\"}");
    assertEquals(Rgb.of(accent), theme.light().accent());
    for (Palette palette : List.of(theme.light(), theme.dark())) {
      assertTrue(palette.accent().contrast(palette.panel()) >= 4.5);
      assertTrue(palette.accent().contrast(palette.trough()) >= 4.5);
      assertTrue(palette.onAccent().contrast(palette.accent()) >= 4.5);
      assertTrue(
          palette.onAccent().contrast(palette.accentDeep())
              >= palette.onAccent().contrast(palette.accent()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "#000000, #ffffff, 21.00",
    "#ffffff, #ffffff, 1.00",
    "#777777, #ffffff, 4.47",
    "#767676, #ffffff, 4.54",
    "#0a6a63, #fffefb, 6.40",
    "#ff0000, #00ff00, 2.91",
  })
  void contrastIsThatOfWcag(String one, String other, double ratio) {
    assertEquals(ratio, Rgb.of(one).contrast(Rgb.of(other)), 0.01);
    assertEquals(Rgb.of(one).contrast(Rgb.of(other)), Rgb.of(other).contrast(Rgb.of(one)));
  }

  @Test
  void whatCannotBeReadIsRefusedWithTheLineTheColoursAndTheRatio() {
    assertEquals(
        List.of(
            "line 6: pages.themes.one.colours.accent: accent #777777 on ground #f4f2ec has a"
                + " contrast of 4.00:1 (expected: at least 4.5:1)"),
        themeProblems("colours:\n        accent: \"#777777\"\n").subList(0, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "ink, '#999999', ink",
    "soft, '#999999', soft",
    "accent, '#ffd400', accent",
    "ground, '#333333', ground",
    "panel, '#223322', panel",
    "trough, '#507070', trough",
    "onAccent, '#208080', onAccent",
    "inkDark, '#444444', inkDark",
    "softDark, '#444444', softDark",
    "accentDark, '#333377', accentDark",
    "groundDark, '#ffffff', groundDark",
    "panelDark, '#cccccc', panelDark",
    "troughDark, '#8ac0c0', troughDark",
    "onAccentDark, '#a0ffff', onAccentDark",
  })
  void theColourThatWasSetIsTheOneThatIsBlamed(String name, String colour, String blamed) {
    for (String problem : themeProblems("colours: {" + name + ": \"" + colour + "\"}")) {
      assertTrue(
          problem.matches(
              "line 5: pages\\.themes\\.one\\.colours\\."
                  + blamed
                  + ": .* has a contrast of \\d\\.\\d\\d:1 \\(expected: at least 4\\.5:1\\)"),
          problem);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "colours: {accent: red}           | colours.accent: red (expected: a colour like #0a6a63)",
        "colours: {accent: '#fff'}        | colours.accent: #fff (expected: a colour like #0a6a63)",
        "colours: {acent: '#000000'}      | colours.acent: unknown field",
        "colours: 7                       | colours: 7 (expected: an object)",
        "logo: {alt: {en: x}}             | logo.file: missing",
        "logo: {file: x.svg}              | logo.alt.en: missing",
        "logo: {file: x.svg, alt: {de: x}} | logo.alt.en: missing",
        "logo: {file: x.svg, alt: {en: x}, width: 7} | logo.width: unknown field",
        "texts: {en: [x]}                 | texts.en: a list (expected: an object)",
        "texts: {en: {page.room: 7}}      | texts.en.page.room: 7 (expected: 1 to 1000 characters",
        "texts: {en: {page.room: ''}}     | texts.en.page.room: '' (expected: 1 to 1000 characters",
        "links: [{label: {en: x}}]        | links[0].to: missing",
        "links: [{to: /x}]                | links[0].label.en: missing",
        "links: [{to: 'javascript:1', label: {en: x}}] | links[0].to: javascript:1 (expected: an",
        "links: [{to: '//evil.example', label: {en: x}}] | links[0].to: //evil.example (expected:",
        "links: [{to: 'https://a@b.c/', label: {en: x}}] | links[0].to: https://a@b.c/ (expected:",
        "links: [{to: 'data:text/html,x', label: {en: x}}] | links[0].to: data:text/html,x",
        "stylesheet: 7                    | stylesheet: 7 (expected:",
        "template: ''                     | template: '' (expected:",
        "colour: {}                       | colour: unknown field (expected: one of colours, links,",
      })
  void whatIsWrongWithAThemeIsNamedWithItsLineAndPath(String theme, String problem) {
    List<String> problems = themeProblems(theme);
    assertTrue(
        problems.stream()
            .anyMatch(p -> p.startsWith("line 5: pages.themes.one." + problem.strip())),
        problems::toString);
  }

  @Test
  void aThemeIsChosenOnlyWhereThereIsOne() {
    assertEquals(
        List.of("line 1: pages.theme: two (expected: null or one of one)"),
        problems("pages: {theme: two, themes: {one: {}}}"));
    assertEquals(
        List.of("line 1: pages.theme: two (expected: null: the configuration has no themes)"),
        problems("pages: {theme: two}"));
    String event = "{title: X, start: manual, dials: {newUsersPerMinute: 1, totalActiveUsers: 1},";
    assertEquals(
        List.of("line 3: events.cup.theme: two (expected: null or one of a, one)"),
        problems("pages: {themes: {one: {}, a: {}}}\nevents:\n  cup: " + event + " theme: two}"));
    GatewayConfig chosen =
        GatewayConfig.parse(
            FILE,
            ("pages: {themes: {one: {}}}\nevents:\n  cup: " + event + " theme: one}")
                .getBytes(StandardCharsets.UTF_8));
    assertEquals("one", requireNonNull(chosen.events().get("cup")).theme());
    assertEquals(
        List.of("line 1: pages.themes.One: an object (expected: under a name like box-office)"),
        problems("pages: {themes: {One: {}}}"));
  }

  @Test
  void anEventsThemeIsANameAndNothingElse() {
    JsonObject settings =
        EventSettings.of("X", new Start.Manual(), Dials.of(1, 1)).toJson().put("theme", "stadium");
    assertEquals("stadium", EventSettings.fromJson(settings).theme());
    assertNull(EventSettings.fromJson(settings.copy().putNull("theme")).theme());
    settings.remove("theme");
    assertNull(EventSettings.fromJson(settings).theme());
    for (Object wrong : List.of("", "../x", "Big", 7, true, "a".repeat(64))) {
      InvalidSettingsException refused =
          assertThrows(
              InvalidSettingsException.class,
              () -> EventSettings.fromJson(settings.copy().put("theme", wrong)));
      assertEquals("theme", refused.errors().get(0).field());
    }
  }

  @Test
  void changedPagesNeedARestart() {
    GatewayConfig one =
        GatewayConfig.parse(FILE, "pages: {themes: {one: {}}}".getBytes(StandardCharsets.UTF_8));
    GatewayConfig moved =
        GatewayConfig.parse(
            FILE, "\n\npages: {themes: {one: {}}}".getBytes(StandardCharsets.UTF_8));
    GatewayConfig other =
        GatewayConfig.parse(FILE, "pages: {themes: {two: {}}}".getBytes(StandardCharsets.UTF_8));
    assertEquals(one, moved);
    assertNotEquals(one, other);
    assertEquals(List.of("pages"), one.changedForRestart(other));
    assertEquals(one.pages(), one.reloaded(other).pages());
  }
}
