package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.util.stream.Collectors.toSet;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every state of the queue page, looked at on every kind of device and in every language. */
@Tag("soak")
class PreviewIT {

  /** What each state is known by: its headline, and something else that it alone shows. */
  private static final String STATES =
      """
      joining           | Finding your place…                   |
      checking          | Checking your browser…                | #lead
      closed            | The queue opens soon                  | #clock
      in-the-draw       | You are in the draw                   | #clock
      in-the-draw-unset | You are in the draw                   |
      message           | You are in the draw                   | #message
      drawing           | The draw is happening                 |
      early             | You are in line                       | #clock
      early-unset       | You are in line                       | #line
      round             | You are in this round                 | #clock
      without-script    | Your place in line                    | noscript button
      far               | You are in line                       | #progress
      midway            | You are in line                       | #wait
      near              | You are in line                       | #wait
      next              | You are next                          | #line
      few-tickets       | You are in line                       | #stock
      too-few-tickets   | You are in line                       | #stock
      all-held          | You are in line                       | #lead:text('held at the moment')
      unordered         | One moment, please                    | #facts
      alerts-on         | You are in line                       | #sound:text('A sound will')
      alerts-blocked    | You are in line                       | #notify:text('blocks')
      paused            | The queue is paused                   | #lead:text('We are checking')
      paused-unsaid     | The queue is paused                   | #line
      paused-early      | The queue is paused                   | #facts
      lost              | You are in line                       | #trouble:text('cannot reach')
      restoring         | You are in line                       | #trouble:text('coming back')
      cookieless        | You are in line                       | #cookieless
      called            | It is your turn                       | #enter
      paused-turn       | Paused just before your turn          | #lead:text('restarting')
      door              | You are at the door                   | #enter
      door-moment       | One moment, please                    |
      blocked           | It is your turn: allow cookies        | #cookieless
      stranger          | This place belongs to another browser | #rejoin
      admitted          | You are in                            | #enter
      inside            | You are in                            |
      turn-missed       | Your turn is over                     | #rejoin
      visit-over        | Your turn is over                     | #rejoin
      reset             | The queue has begun anew              | #rejoin
      sold-for-now      | Sold out for now                      |
      sold-out          | Sold out                              |
      sold-out-early    | Sold out                              |
      ended             | This sale has ended                   |
      full              | The queue is full                     |
      rejected          | Nobody is let in                      |
      rejected-in-line  | Nobody is let in                      |
      entry             | This entry link is not valid          | #rejoin
      cookies           | Please allow cookies                  | #rejoin
      keyless           | Please allow site data                | #rejoin
      unchecked         | The check did not succeed             | #rejoin
      unknown           | This queue does not exist             |
      refused           | That did not work                     | #rejoin
      handover          | You are in line                       | #handover img
      handover-bound    | You are in line                       | #handover p:text('are bound')
      handover-failed   | You are in line                       | #handover p:text('did not work')
      moving            | Continue here with your place         | #other
      unmoved-broken    | This link does not work               | #lead:text('not complete')
      unmoved-old       | This link does not work               | #lead:text('begun anew')
      unmoved-over      | This link does not work               | #lead:text('is over')
      draw-right        | You are in line                       | [data-outcome=right] li
      draw-beacon       | You are in line                       | [data-step=demoted]
      draw-late         | You are in line                       | [data-step=late]
      draw-wrong        | You are in line                       | [data-outcome=wrong] li
      draw-foreign      | You are in line                       | [data-outcome=wrong] li
      draw-none         | You are in line                       | [data-outcome=none] p
      draw-working      | You are in line                       | #draw-verdict:text('working')
      draw-failed       | You are in line                       | [data-outcome=failed] p
      """;

  private static final List<String> LANGUAGES =
      List.of("de", "es", "fr", "it", "pt", "ar", "hi", "ja", "ko", "en");
  private static final boolean PICTURES = Boolean.getBoolean("headgate.images");
  private static final int PATIENCE_MILLIS = 90_000;
  private static final Duration PATIENCE = Duration.ofMillis(PATIENCE_MILLIS);

  /** Refusals are what many states are made of, and one is made of blocked scripts. */
  private static final Pattern PART_OF_A_STATE =
      Pattern.compile(
          "Failed to load resource.* at \\S+/queue/[a-z-]+/(places|admissions|draw).*"
              + "|Blocked script execution in '\\S+/queue/without-script\\S*' .*");

  @TempDir private static Path folder;

  private static PreviewProcess preview;
  private static HeadlessBrowser browser;
  private static BrowserContext context;
  private static Page page;
  private static String axe;
  private static String checks;
  private static final List<String> ERRORS = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    preview = PreviewProcess.start(folder, Path.of("..", "config", "gateway.yaml"));
    browser = HeadlessBrowser.start();
    context = browser.context(Device.LIGHT_PHONE);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    context.onConsoleMessage(PreviewIT::heard);
    context.onWebError(error -> ERRORS.add(error.error()));
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    page = context.newPage();
    axe = resource(AxeBuilder.class, "/axe.min.js");
    checks = resource(PreviewIT.class, "/page-checks.js");
  }

  private static String resource(Class<?> beside, String name) throws IOException {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
    if (preview != null) {
      preview.close();
    }
  }

  // A page of the test before may still be on its way elsewhere, and would take this one with it.
  @BeforeEach
  void onAPageOfItsOwn() {
    page.close();
    page = context.newPage();
  }

  @AfterEach
  void nothingFailedInTheBrowser() {
    assertEquals(List.of(), ERRORS);
  }

  private static void heard(ConsoleMessage message) {
    String text = message.text() + " at " + message.location();
    if (message.type().equals("error") && !PART_OF_A_STATE.matcher(text).matches()) {
      ERRORS.add(text);
    }
  }

  /** A row of the table above. */
  private record Row(String state, String headline, String also) {
    static List<Row> all() {
      return STATES
          .lines()
          .map(line -> line.split("\\|", 3))
          .map(cells -> new Row(cells[0].strip(), cells[1].strip(), cells[2].strip()))
          .toList();
    }

    boolean isScripted() {
      return !state.equals("without-script");
    }

    /** Goes there, and waits until it is what is shown. */
    void show(String language) {
      page.navigate(preview.origin() + "/queue/" + state + "?lang=" + language);
      if (language.equals("en")) {
        assertThat(page.locator("#headline")).hasText(headline);
      }
      if (!also.isEmpty()) {
        assertThat(page.locator(also).first()).isVisible();
      }
    }
  }

  @Test
  void theIndexLeadsToEachStateInEachLanguageAndReadsWellItself() {
    page.navigate(preview.origin() + "/?lang=ja");
    for (Device device : Device.values()) {
      look(device);
      check("index on " + device);
    }
    Collection<?> states =
        (Collection<?>)
            page.evaluate(
                "[...document.querySelectorAll('main a')].map((a) => a.getAttribute('href'))");
    assertEquals(
        Row.all().stream().map(row -> "/queue/" + row.state() + "?lang=ja").toList(), states);
    assertThat(page.locator("nav a")).hasCount(LANGUAGES.size());
    page.locator("nav a[lang=de]").click();
    assertThat(page.locator("nav [aria-current]")).hasText("Deutsch");
    page.locator("main a[href^='/queue/closed?']").click();
    assertThat(page.locator("#headline")).hasText("Die Warteschlange öffnet bald");
  }

  @Test
  void noHeadlineThatThePageHasIsMissingAmongTheStates() {
    page.navigate(preview.origin() + "/queue/far?lang=en");
    Collection<?> headlines =
        (Collection<?>)
            page.evaluate(
                "async () => { const { words }"
                    + " = document.querySelector('#language option[lang=en]').dataset;"
                    + " const { messages } = await (await fetch(words)).json();"
                    + " return Object.keys(messages).filter((key) => key.endsWith('.headline'))"
                    + " .map((key) => messages[key]); }");
    Set<String> shown = Row.all().stream().map(Row::headline).collect(toSet());
    assertEquals(Set.of(), headlines.stream().filter(one -> !shown.contains(one)).collect(toSet()));
  }

  @Test
  void everyStateReadsWellOnEveryDeviceAndInEveryLanguage() throws IOException {
    Map<Device, ContactSheet> devices = new LinkedHashMap<>();
    ContactSheet languages = new ContactSheet(160, 8);
    try {
      assertAll(Row.all().stream().map(row -> () -> walk(row, devices, languages)));
    } finally {
      if (PICTURES) {
        write(devices, languages);
      }
    }
  }

  private static void write(Map<Device, ContactSheet> devices, ContactSheet languages)
      throws IOException {
    for (Map.Entry<Device, ContactSheet> sheet : devices.entrySet()) {
      sheet.getValue().write(page, "queue-states-" + sheet.getKey().label() + ".png");
    }
    languages.write(page, "queue-languages.png");
  }

  private static void walk(Row row, Map<Device, ContactSheet> devices, ContactSheet languages) {
    look(Device.LIGHT_PHONE);
    row.show("en");
    for (Device device : Device.values()) {
      look(device);
      check(row, device);
      devices.computeIfAbsent(device, PreviewIT::sheet).add(row.state(), picture());
    }
    look(Device.LIGHT_PHONE);
    for (String language : LANGUAGES) {
      speak(row, language);
      if (IN_LANGUAGES.contains(row.state()) && PICTURED.contains(language)) {
        languages.add(row.state() + ", " + language, picture());
      }
    }
  }

  private static final List<String> IN_LANGUAGES =
      List.of("in-the-draw", "far", "paused", "called", "cookies", "draw-right");
  private static final List<String> PICTURED = List.of("de", "hi", "ar", "ja");

  private static ContactSheet sheet(Device device) {
    return device.isPhone() ? new ContactSheet(160, 10) : new ContactSheet(300, 6);
  }

  private static byte[] picture() {
    return PICTURES ? page.screenshot(new Page.ScreenshotOptions().setFullPage(true)) : new byte[0];
  }

  private static void look(Device device) {
    device.turn(page);
  }

  private static void check(Row row, Device device) {
    String where = row.state() + " on " + device;
    if (row.isScripted()) {
      check(where);
    } else {
      fits(where); // The rules of axe need scripts.
    }
  }

  /** What must hold of every page, on the device that it is looked at on. */
  private static void check(String where) {
    fits(where);
    page.evaluate(axe);
    assertEquals(List.of(), page.evaluate(AXE, BrowserFan.WCAG_A_AND_AA), where + ": barriers");
  }

  private static void fits(String where) {
    assertEquals(List.of(), page.evaluate(checks, Map.of()), where);
  }

  private static final String AXE =
      "async (tags) => { const found = await axe.run(document,"
          + " { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });"
          + " return found.violations.flatMap((rule) => rule.nodes.map((node) =>"
          + " `${rule.id}: ${node.html}: ${node.failureSummary}`)); }";

  /** In another language the same holds, and nothing is left in the one before. */
  private static void speak(Row row, String language) {
    if (row.isScripted()) {
      String where = row.state() + " in " + language;
      assertEquals(List.of(), page.evaluate(checks, Map.of("language", language)), where);
    } else {
      row.show(language); // There the languages are links.
      String direction = language.equals("ar") ? "rtl" : "ltr";
      assertThat(page.locator("html[lang=" + language + "][dir=" + direction + "]")).hasCount(1);
      fits(row.state() + " in " + language);
    }
  }

  @Test
  void pagesComeAgainWhenTheConfigurationChangesAndStayWhenItIsBroken() throws IOException {
    Path config = folder.resolve("own.yaml");
    write(config, event("Lions <i>v.</i> Bears"));
    try (PreviewProcess own = PreviewProcess.start(folder, config)) {
      page.navigate(own.origin() + "/queue/called");
      assertThat(page.locator("h1")).hasText("Lions <i>v.</i> Bears");
      write(config, event("Lions v. Bulls"));
      assertThat(page.locator("h1")).hasText("Lions v. Bulls");
      write(config, "evnts: {}\n");
      await().atMost(PATIENCE).until(() -> own.said().contains("evnts"));
      page.navigate(own.origin() + "/");
      assertThat(page.locator(".complaint")).containsText("line 1: evnts");
      assertThat(page.locator("h1 + p")).containsText("Lions v. Bulls");
      write(config, event("Lions v. Wolves"));
      assertThat(page.locator("h1 + p")).containsText("Lions v. Wolves");
      assertThat(page.locator(".complaint")).hasCount(0);
      page.close(); // Else it asks a preview that has ended.
    }
  }

  /** At once: half a file would be another change. */
  private static void write(Path config, String text) throws IOException {
    Path next = Files.writeString(config.resolveSibling("next.yaml"), text);
    Files.move(next, config, ATOMIC_MOVE);
  }

  private static String event(String title) {
    return """
    events:
      derby:
        title: "%s"
        start: manual
        dials: {newUsersPerMinute: 60, totalActiveUsers: 50}
    """
        .formatted(title);
  }
}
