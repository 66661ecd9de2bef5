package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queue pages in the looks of the example's themes: one of colours alone, one whole page. */
@Tag("soak")
class ThemesIT {
  private static final Path EXAMPLES = Path.of("..", "config", "examples");
  private static final String QUEUE = "/queue/derby";
  private static final String HOSTILE =
      "<img src=x onerror=alert(1)> \"Derby\" {{title}} & </h1><script>alert(2)</script>";

  /** What the button is filled with, by theme and scheme. */
  private static final Map<String, String> ACCENTS =
      Map.of(
          "evening-light", "rgb(91, 58, 158)",
          "evening-dark", "rgb(201, 182, 255)",
          "harbour-light", "rgb(160, 44, 70)",
          "harbour-dark", "rgb(255, 159, 176)");

  private static final OperatorAccess ACCESS = OperatorAccess.random();
  private static final Calls CALLS = new Calls();
  private static EmbeddedRedis redis;
  private static GatewayProcess gateway;
  private static HeadlessBrowser browser;

  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws Exception {
    redis = EmbeddedRedis.start();
    GatewayProcess.Ports ports = GatewayProcess.Ports.free();
    Path own = Files.createDirectories(folder.resolve("one"));
    copy(EXAMPLES.resolve("harbour"), own.resolve("harbour"));
    gateway = GatewayProcess.start(own, ports, configuration(ports));
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(90_000);
  }

  private static String configuration(GatewayProcess.Ports ports) throws IOException {
    return """
        publicOrigin: http://127.0.0.1:%d
        operatorTokens:
          - {name: test, role: admin, sha256: "%s"}
        redis: %s
        createMissingKeys: true
        """
            .formatted(ports.fans(), ACCESS.configured().hash(), redis.uri())
        + Files.readString(EXAMPLES.resolve("themes.yaml"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Path made = Files.createDirectories(to);
    for (String file : List.of("harbour.svg", "harbour.css", "harbour.html")) {
      Path copied = Files.copy(from.resolve(file), made.resolve(file));
      assertTrue(Files.exists(copied));
    }
  }

  @AfterAll
  static void end() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (gateway != null) {
      gateway.close();
    }
    if (redis != null) {
      redis.close();
    }
  }

  /** Gives the event a look, and waits until its page has it. */
  private static void look(@Nullable String theme, String sign) {
    Answer changed = put(theme);
    assertTrue(changed.status() < 300, changed::toString);
    await().until(() -> CALLS.get(gateway.fans().resolve(QUEUE)).body().contains(sign));
  }

  private static Answer put(@Nullable String theme) {
    URI event = gateway.operators().resolve("/api/events/derby");
    String authorization = "Bearer " + ACCESS.token();
    Answer now = CALLS.get(event, "Authorization", authorization);
    JsonObject settings =
        new JsonObject()
            .put("title", HOSTILE)
            .put("start", "manual")
            .put("dials", new JsonObject().put("newUsersPerMinute", 60).put("totalActiveUsers", 60))
            .put("theme", theme);
    return now.status() == 404
        ? CALLS.send("PUT", event, settings.encode(), "Authorization", authorization)
        : CALLS.send(
            "PUT",
            event,
            settings.encode(),
            "Authorization",
            authorization,
            "If-Match",
            now.header("ETag"));
  }

  private static Map<String, ToldPlace> states() {
    String soon = Instant.now().plusSeconds(250).toString();
    JsonObject message = new JsonObject().put("text", HOSTILE).put("lang", "en").put("at", soon);
    return Map.of(
        "line", ToldPlace.in("on-sale", "waiting").inLine(8_341, 4_120).with("message", message),
        "turn", ToldPlace.in("on-sale", "called").with("turnEndsAt", soon));
  }

  @Test
  void everyThemeReadsWellOnEveryDeviceAndAHostileTitleIsText() {
    // In this order: an event that names none has the one that the configuration chose.
    look(null, "class=\"eyebrow\"");
    walk("evening");
    look("harbour", "class=\"quay\"");
    walk("harbour");
  }

  private static void walk(String theme) {
    for (Device device : Device.values()) {
      states().forEach((state, told) -> walk(theme, device, state, told));
    }
  }

  private static void walk(String theme, Device device, String state, ToldPlace told) {
    BrowserFan fan = browser.fan(device, gateway.fans()).whoGoesInByHand();
    Page tab = fan.blank();
    tab.onDialog(dialog -> dialog.accept());
    told.to(tab);
    tab.navigate(gateway.fans() + QUEUE);
    String name = device.name().toLowerCase(Locale.ROOT).replace('_', '-');
    assertThat(tab.locator("h1")).hasText(HOSTILE);
    if (state.equals("turn")) {
      assertThat(tab.locator("#enter")).isVisible();
      String scheme = name.startsWith("dark") ? "dark" : "light";
      assertThat(tab.locator("#enter"))
          .hasCSS("background-color", ACCENTS.get(theme + "-" + scheme));
    } else {
      assertThat(tab.locator("#message")).hasText(HOSTILE);
      String headline = theme.equals("harbour") ? "You are on the quay" : "You are in line";
      assertThat(tab.locator("#headline")).hasText(headline);
    }
    assertEquals(0, tab.locator("img[src=x], body script").count());
    if (theme.equals("harbour")) {
      assertTrue((Boolean) tab.evaluate("document.querySelector('.logo').naturalWidth > 0"));
    }
    fan.sees(tab, "70-theme-" + theme + "-" + state + "-" + name);
    told.leave(tab);
  }

  @Test
  void aLanguageChosenByHandHasTheThemesWords() {
    look("harbour", "class=\"quay\"");
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, gateway.fans());
    Page tab = fan.open(QUEUE);
    assertThat(tab.locator("#headline")).hasText("You are in the draw");
    assertThat(tab.locator("header p")).hasText("On the quay");
    assertThat(tab.locator(".logo")).hasAttribute("alt", "Harbour Hall");
    tab.locator("#language").selectOption("de");
    assertThat(tab.locator("header p")).hasText("Am Kai");
    assertThat(tab.locator(".logo")).hasAttribute("alt", "Hafenhalle");
    assertThat(tab.getByText("Impressum")).isVisible();
    tab.locator("#language").selectOption("ar");
    assertThat(tab.locator(".logo")).hasAttribute("alt", "Harbour Hall");
    fan.sees(tab, "71-theme-harbour-ar-phone");
    fan.metNothingUnexpected();
  }

  @Test
  void anEventTakesNoThemeThatThereIsNot() {
    look("harbour", "class=\"quay\"");
    Answer refused = put("nowhere");
    assertEquals(400, refused.status());
    assertTrue(
        refused.body().contains("theme") && refused.body().contains("evening, harbour"),
        refused::toString);
    assertTrue(CALLS.get(gateway.fans().resolve(QUEUE)).body().contains("class=\"quay\""));
  }

  @Test
  void theLogoIsAPictureThatMayDoNothingByItself() {
    look("harbour", "class=\"quay\"");
    String page = CALLS.get(gateway.fans().resolve(QUEUE)).body();
    String logo = page.substring(page.indexOf("/queue/-/logo."));
    Answer picture = CALLS.get(gateway.fans().resolve(logo.substring(0, logo.indexOf('"'))));
    assertEquals(200, picture.status());
    assertEquals("image/svg+xml", picture.header("Content-Type"));
    assertTrue(picture.header("Content-Security-Policy").startsWith("default-src 'none';"));
    assertTrue(picture.header("Content-Security-Policy").endsWith("sandbox"));
    assertEquals("nosniff", picture.header("X-Content-Type-Options"));
    assertEquals("public, max-age=31536000, immutable", picture.header("Cache-Control"));
  }
}
