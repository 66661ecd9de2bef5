package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.FrameLocator;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Media;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The console where events are set up, drawn fairly, and accounted for. */
class ConsoleSetUpIT {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final Path PICTURES = Path.of("target", "console");

  /** Refusals are what the form tells its user about. */
  private static final Pattern REFUSAL =
      Pattern.compile("Failed to load resource: the server responded with a status of 4\\d\\d.*");

  private static final Calls calls = new Calls();
  private static DemoProcess demo;
  private static OperatorDesk desk;
  private static HeadlessBrowser browser;
  private final List<String> errors = new ArrayList<>();
  private boolean refusing;
  private BrowserContext context;
  private Page page;

  @BeforeAll
  static void start() throws IOException {
    demo = DemoProcess.start("--on-sale-in", "3600");
    desk = new OperatorDesk(demo);
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    Files.createDirectories(PICTURES);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
    if (demo != null) {
      demo.close();
    }
  }

  @BeforeEach
  void signIn() {
    context = browser.context(Device.LIGHT_DESK);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    context.onConsoleMessage(
        message -> {
          boolean refusal = refusing || REFUSAL.matcher(message.text()).matches();
          if (message.type().equals("error") && !refusal) {
            errors.add(message.text() + " at " + message.location());
          }
        });
    context.onWebError(error -> errors.add(error.error()));
    page = context.newPage();
    page.navigate(demo.operators() + "/");
    field("Operator token").fill(demo.operatorToken());
    press("Sign in");
    assertThat(page.locator("h1")).hasText("Events");
  }

  @AfterEach
  void nothingFailedInTheBrowser() {
    context.close();
    assertEquals(List.of(), errors);
  }

  /** The console of somebody whose role is another; what the gateway lets them do is not asked. */
  private void isShownTo(String role) {
    context.route(
        demo.operators() + "/session",
        route -> {
          JsonObject session = new JsonObject(route.fetch().text()).put("role", role);
          route.fulfill(
              new Route.FulfillOptions()
                  .setContentType("application/json")
                  .setBody(session.encode()));
        });
    page.reload();
  }

  private void go(String view) {
    page.navigate("about:blank"); // So that the heading is that of a page which has come anew.
    page.navigate(demo.operators() + "/#" + view);
    assertThat(page.locator("main h1")).isVisible();
  }

  private Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private void press(String name) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true))
        .click();
  }

  private static JsonObject event(String id) {
    return read("/api/events/" + id);
  }

  private static JsonObject read(String path) {
    String token = "Bearer " + demo.operatorToken();
    return calls.get(demo.operators().resolve(path), "Authorization", token).json();
  }

  private static JsonObject settings(String title, String start) {
    return new JsonObject()
        .put("title", title)
        .put("start", start)
        .put(
            "dials",
            new JsonObject().put("newUsersPerMinute", 600).put("totalActiveUsers", 50_000));
  }

  @Test
  void anEventIsMadeOnceEveryFieldThatWasWrongIsMended() {
    go("/new");
    field("Id").fill("Final Night");
    field("Let in a minute").fill("many");
    field("Time to take a turn").fill("1");
    press("Create the event");
    Locator summary = page.locator("[role=alert]");
    assertThat(summary).containsText("Nothing was saved");
    for (String named : List.of("Id", "Title", "Start of the sale", "Inside at most")) {
      assertThat(summary).containsText(named);
    }
    assertThat(field("Id")).isFocused();
    picture("new-errors");
    field("Id").fill("final-night");
    field("Title").fill("Final <b>Night</b>");
    field("Date and time of the start").fill("2036-07-01T20:00");
    field("Date and time of the start: time zone").selectOption("Europe/Berlin");
    assertThat(page.locator(".instant .hint").first()).containsText("2036-07-01 18:00 UTC");
    field("Let in a minute").fill("600");
    field("Inside at most").fill("50");
    assertThat(page.locator(".note.warn")).containsText("binds long before");
    field("Inside at most").fill("9000");
    press("Add a lane");
    field("Name").fill("members");
    field("Weight").fill("3");
    press("Create the event");
    page.waitForURL("**/#/e/final-night/settings");
    JsonObject made = event("final-night").getJsonObject("settings");
    assertEquals("Final <b>Night</b>", made.getString("title"));
    assertEquals("2036-07-01T18:00:00.000Z", made.getString("start"));
    assertEquals(
        new JsonArray().add(new JsonObject().put("name", "members").put("weight", 3)),
        made.getJsonArray("lanes"));
    ticketsAreDownloaded();
  }

  private void ticketsAreDownloaded() {
    field("How many").fill("3");
    Download file = page.waitForDownload(() -> press("Make and download"));
    List<String> links = text(file).lines().toList();
    assertEquals(3, links.size());
    assertTrue(links.get(0).contains("/queue/final-night?entry=hge1."), links::toString);
    assertThat(page.locator(".note.good")).containsText("3 tickets for members");
  }

  private static String text(Download file) {
    try {
      return Files.readString(file.path());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whoComesSecondSeesBothAndLosesNothing() {
    desk.opens("shared", settings("Shared", "manual"));
    go("/e/shared/settings");
    field("Title").fill("Shared, by me");
    JsonObject theirs = settings("Shared, by them", "manual").put("queueStatus", 503);
    desk.replaces("shared", theirs);
    press("Save the settings");
    Locator dialog = page.locator("dialog");
    assertThat(dialog).containsText("both changed it");
    assertThat(dialog.locator("tbody tr")).hasCount(2);
    picture("conflict");
    barriers("conflict");
    press("Put together");
    assertThat(field("Title")).hasValue("Shared, by me");
    press("Save the settings");
    assertThat(page.locator(".note.good")).containsText("are saved");
    JsonObject saved = event("shared").getJsonObject("settings");
    assertEquals("Shared, by me", saved.getString("title"));
    assertEquals(503, saved.getInteger("queueStatus"));
  }

  @Test
  void whatWasTypedIsNotLostBySlipAndNothingIsSavedByTyping() {
    desk.opens("careful", settings("Careful", "manual"));
    long version = event("careful").getLong("version");
    go("/e/careful/settings");
    field("Title").fill("Careless");
    List<String> asked = new ArrayList<>();
    page.onceDialog(
        dialog -> {
          asked.add(dialog.message());
          dialog.dismiss();
        });
    page.locator("#top a:text-is('Audit')").click();
    page.waitForCondition(() -> !asked.isEmpty());
    assertThat(field("Title")).hasValue("Careless");
    assertEquals(List.of("Leave without saving?"), asked);
    assertEquals(version, event("careful").getLong("version"));
    field("Title").fill("Careful");
    page.locator("#top a:text-is('Audit')").click();
    assertThat(page.locator("h1")).hasText("Audit trail");
  }

  @Test
  void whatIsTypedWhileTheAnswerIsOnItsWayIsNotSavedAndNotLost() {
    desk.opens("slowly", settings("Slowly", "manual"));
    go("/e/slowly/settings");
    List<Route> held = new ArrayList<>();
    page.route("**/api/events/slowly?why=late", held::add);
    field("Title").fill("Slowly on");
    field("Why").fill("late");
    press("Save the settings");
    page.waitForCondition(() -> !held.isEmpty());
    field("Title").fill("Slowly but surely");
    held.get(0).resume();
    assertThat(page.locator("[role=status] .note")).containsText("what you typed since is not");
    assertThat(field("Title")).hasValue("Slowly but surely");
    assertEquals("Slowly on", event("slowly").getJsonObject("settings").getString("title"));
    field("Why").fill("");
    press("Save the settings");
    assertThat(page.locator(".note.good")).containsText("are saved");
    assertEquals("Slowly but surely", event("slowly").getJsonObject("settings").getString("title"));
  }

  @Test
  void howFansReachAnEventIsToldAndWarnedOfWhereTheyGoPastTheQueue() {
    desk.opens("reached", settings("Reached", "manual").put("resume", "/events/reached/seats"));
    go("/e/reached/settings");
    Locator reach = page.locator("section[aria-labelledby=reach]");
    assertThat(reach.locator("tbody tr")).hasCount(2);
    assertThat(reach.locator("tbody tr").last()).containsText("/events/{event}/**");
    assertThat(reach.locator("tbody tr").last()).containsText("whoever was let in");
    assertThat(reach).containsText("/events/reached/seats, which goes by the route");
    assertThat(reach.locator(".note.warn")).hasCount(0);
    Locator resume = field("Page a fan is sent to once inside");
    resume.fill("/events/reached");
    assertThat(reach.locator(".note.warn")).containsText("needs no admission");
    resume.fill("/events/derby/seats");
    assertThat(reach.locator(".note.warn")).containsText("is a page of derby");
    resume.fill("/nowhere");
    assertThat(reach.locator(".note.warn")).containsText("find nothing there");
    // What cannot be asked for is not shown, old as it may be.
    page.route("**/api/routes?*", route -> route.abort());
    resume.fill("/events/reached/seats");
    assertThat(reach).containsText("Not known now");
    assertThat(reach.locator("tbody tr")).hasCount(0);
    page.waitForCondition(() -> !errors.isEmpty());
    errors.clear(); // The browser says that nobody answered.
  }

  @Test
  void numbersAreTakenAsPeopleWriteThem() {
    desk.opens("counted", settings("Counted", "manual"));
    go("/e/counted/settings");
    field("Let in a minute").fill("1 200");
    field("Inside at most").fill("40.000");
    field("Places at most").fill("1,000,000");
    press("Save the settings");
    assertThat(page.locator(".note.good")).containsText("are saved");
    JsonObject saved = event("counted").getJsonObject("settings");
    assertEquals(1_200, saved.getJsonObject("dials").getInteger("newUsersPerMinute"));
    assertEquals(40_000, saved.getJsonObject("dials").getInteger("totalActiveUsers"));
    assertEquals(1_000_000, saved.getInteger("maxPlaces"));
    field("Let in a minute").fill("1e3");
    press("Save the settings");
    assertThat(page.locator("[role=alert]")).containsText("One field is wrong");
  }

  @Test
  void workBeforeAPlaceIsSetInWordsAndTakenAlongAndTwoWhoDidSoChoose() {
    desk.opens("worked", settings("Worked", "manual"));
    go("/e/worked/settings");
    Locator difficulty = field("Difficulty");
    assertThat(difficulty).isHidden();
    field("Work before a place").selectOption("work");
    assertThat(difficulty).hasValue("16");
    assertThat(page.getByText("About 66,000 hashes")).isVisible();
    difficulty.fill("25");
    assertThat(page.locator(".wrong:visible")).containsText("25");
    press("Save the settings");
    assertThat(page.locator("[role=alert]")).containsText("Difficulty");
    assertThat(difficulty).isFocused();
    difficulty.fill("18");
    JsonObject theirs =
        settings("Worked", "manual").put("challenge", new JsonObject().put("difficulty", 12));
    desk.replaces("worked", theirs);
    press("Save the settings");
    Locator dialog = page.locator("dialog");
    assertThat(dialog.locator("tbody tr")).hasCount(1);
    assertThat(dialog.locator("tbody tr")).containsText("difficulty 12");
    press("Put together");
    press("Save the settings");
    assertThat(page.locator(".note.good")).containsText("are saved");
    assertEquals(18, difficultyOf("worked"));
    picture("challenge");
    barriers("challenge");
    go("/new?like=worked");
    assertThat(field("Difficulty")).hasValue("18");
    go("/e/worked/settings");
    field("Work before a place").selectOption("none");
    press("Save the settings");
    assertThat(page.locator(".note.good")).containsText("are saved");
    assertNull(event("worked").getJsonObject("settings").getJsonObject("challenge"));
  }

  private static int difficultyOf(String id) {
    return event(id).getJsonObject("settings").getJsonObject("challenge").getInteger("difficulty");
  }

  @Test
  void theQueuePageIsShownInItsStatesAndCutOffFromTheConsole() {
    go("/new");
    field("Title").fill("Sea & <i>Sky</i>");
    FrameLocator frame = page.frameLocator(".preview iframe");
    assertThat(frame.locator("#headline")).hasText("You are in the draw");
    assertThat(frame.locator("h1")).hasText("Sea & <i>Sky</i>");
    for (Map.Entry<String, String> state :
        Map.of(
                "called", "It is your turn",
                "inside", "You are in",
                "lost", "You are in line",
                "keyless", "Please allow site data",
                "moving", "Continue here with your place")
            .entrySet()) {
      field("State").selectOption(state.getKey());
      assertThat(frame.locator("#headline")).hasText(state.getValue());
    }
    field("State").selectOption("draw-right");
    assertThat(frame.locator("[data-outcome=right] li").first()).isVisible();
    page.locator(".preview summary").click();
    field("Reason of a pause").fill("A gate is stuck");
    field("State").selectOption("paused");
    assertThat(frame.locator("#lead")).hasText("A gate is stuck");
    field("Language").selectOption("ar");
    assertThat(frame.locator("html[lang=ar][dir=rtl]")).hasCount(1);
    picture("preview");
    theFrameReachesNothing();
  }

  /** As what a theme's own page would run. */
  private void theFrameReachesNothing() {
    Frame inside =
        page.frames().stream()
            .filter(one -> one.url().contains("/queue/"))
            .findFirst()
            .orElseThrow();
    assertEquals("null", inside.evaluate("self.origin"));
    String reached =
        "async () => { const tries = ["
            + "() => fetch('/api/events', {credentials: 'include'}).then((a) => a.text()),"
            + "() => fetch('/session', {credentials: 'include'}).then((a) => a.text()),"
            + "() => parent.document.title, () => top.location.assign('about:blank'),"
            + "() => document.cookie, () => parent.localStorage.length,"
            + "() => new Function('return 1')()];"
            + " const got = []; for (const one of tries) {"
            + " try { got.push(String(await one())); } catch { got.push('refused'); } }"
            + " return got; }";
    refusing = true; // The browser says of each what it refused.
    Object got = inside.evaluate(reached);
    errors.clear();
    assertEquals(
        List.of(), ((List<?>) got).stream().filter(one -> !one.equals("refused")).toList());
    assertTrue(page.url().contains("/#/new"));
  }

  @Test
  void theAdvisorsDialsAreTakenIntoANewEvent() {
    go("/sizing");
    field("Seats for sale").fill("none");
    press("Work it out");
    assertThat(field("Seats for sale")).isFocused();
    field("Seats for sale").fill("40000");
    press("Work it out");
    assertThat(page.locator(".working li").first()).isVisible();
    picture("sizing");
    page.locator("a:text-is('Use these dials')").click();
    assertThat(field("Let in a minute")).hasValue("600");
    assertFalse(field("Inside at most").inputValue().isEmpty());
  }

  @Test
  void theCommitmentIsThereToPublishAndAfterTheDrawASheetToPrint() {
    desk.opens("fair", settings("A fair cup", "manual"));
    desk.crowdJoins("fair", 12);
    go("/e/fair/fairness");
    String commitment = event("fair").getString("commitment");
    assertThat(page.locator("dd.code")).hasText(commitment);
    assertThat(field("The text to publish")).hasValue(Pattern.compile(commitment));
    picture("fairness-before");
    barriers("before the draw");
    desk.starts("fair");
    Locator sheet = page.locator(".sheet");
    assertThat(sheet).containsText("12");
    JsonObject draw = read("/api/events/fair/draw").getJsonObject("document");
    for (String shown :
        List.of(draw.getString("seed"), commitment, "headgate-lottery-v1", "verify-draw")) {
      assertThat(sheet).containsText(shown);
    }
    picture("fairness-after");
    page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
    assertThat(page.locator("#top")).isHidden();
    picture("fairness-print");
    byte[] pdf = page.pdf(new Page.PdfOptions().setFormat("A4").setPreferCSSPageSize(true));
    assertEquals(1, new String(pdf, UTF_8).split("/Type /Page\\b", -1).length - 1, "pages");
  }

  @Test
  void whoChangedWhatIsReadNewestFirstAndTakenAlong() {
    desk.opens("told", settings("Told", "manual"));
    desk.replaces("told", settings("Told twice", "manual"));
    go("/e/told/audit");
    Locator entries = page.locator("ol.audit > li");
    assertThat(entries).hasCount(2);
    assertThat(entries.first()).containsText("settings");
    entries.first().locator("summary").click();
    assertThat(entries.first().locator("tbody")).containsText("Told twice");
    page.getByLabel("What").selectOption("create");
    assertThat(entries).hasCount(1);
    Download csv = page.waitForDownload(() -> page.locator("a:text-is('Download CSV')").click());
    assertEquals("told-audit.csv", csv.suggestedFilename());
    assertTrue(text(csv).startsWith("id,at,who,"), () -> text(csv));
    Download lines =
        page.waitForDownload(() -> page.locator("a:text-is('Download JSON lines')").click());
    assertEquals(2, text(lines).lines().count());
    picture("audit");
  }

  @Test
  void aFansWayIsToldInWordsAndItsSessionCanBeEnded() {
    desk.opens("told-fan", settings("Told fan", "always"));
    URI places = demo.fans().resolve("/queue/told-fan/places");
    String ticket = calls.send("POST", places, "{}").json().getString("ticket");
    URI admissions = demo.fans().resolve("/queue/told-fan/admissions");
    await()
        .atMost(Duration.ofMillis(PATIENCE_MILLIS))
        .until(
            () ->
                calls.send("POST", admissions, "{}", "Headgate-Place", ticket).status() / 100 == 2);
    // Figures may be a second or two old, and with them which numbers there are.
    await()
        .atMost(Duration.ofMillis(PATIENCE_MILLIS))
        .until(
            () -> read("/api/events/told-fan").getJsonObject("live").getInteger("arrivals") == 1);
    go("/e/told-fan/fan");
    press("Look up");
    assertThat(field("Which")).isFocused();
    field("Which").fill("999");
    press("Look up");
    assertThat(page.locator(".wrong:visible")).hasText(Pattern.compile("There is no such fan.*"));
    field("Which").fill("1");
    press("Look up");
    Locator steps = page.locator("ol.trail");
    for (String step : List.of("Joined", "Let in", "Inside")) {
      assertThat(steps).containsText(step);
    }
    picture("fan");
    barriers("fan");
    press("Revoke the session …");
    press("Revoke it");
    assertThat(steps).containsText("ended the session");
    assertThat(page.locator("main button.danger")).hasCount(0);
  }

  @Test
  void aViewerReadsEverythingAndIsOfferedNoChange() {
    JsonObject lanes =
        settings("Seen", "manual")
            .put("lanes", new JsonArray().add(new JsonObject().put("name", "press")));
    desk.opens("seen", lanes);
    isShownTo("viewer");
    go("/e/seen/settings");
    assertThat(field("Title")).isDisabled();
    assertThat(page.locator("main button[type=submit]")).hasCount(0);
    assertThat(page.locator("#entries")).hasCount(0);
    assertThat(page.locator("#top a:text-is('New event')")).hasCount(0);
    assertThat(page.frameLocator(".preview iframe").locator("h1")).hasText("Seen");
    go("/new");
    assertThat(page.locator("main button[type=submit]")).hasCount(0);
    go("/sizing");
    press("Work it out");
    assertThat(page.locator(".working li").first()).isVisible();
    assertThat(page.locator("a:text-is('Use these dials')")).hasCount(0);
  }

  @Test
  void everyViewReadsWellOnEveryDevice() {
    for (String view :
        List.of(
            "/new",
            "/sizing",
            "/e/derby/settings",
            "/e/derby/fairness",
            "/e/derby/audit",
            "/e/derby/fan")) {
      page.setViewportSize(1280, 800);
      go(view);
      if (view.equals("/sizing")) {
        press("Work it out");
        assertThat(page.locator(".working li").first()).isVisible();
      }
      if (view.endsWith("/settings")) {
        assertThat(page.locator("section[aria-labelledby=reach] tbody tr")).hasCount(2);
      }
      for (Device device : Device.values()) {
        device.turn(page);
        String name = view.substring(1).replace("/", "-") + "-" + device.label();
        picture(name);
        // Two of the four have both sizes and both schemes.
        if (device == Device.LIGHT_PHONE || device == Device.DARK_DESK) {
          barriers(name);
        }
        assertEquals(
            true,
            page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"),
            name + " is wider than the device");
      }
    }
  }

  private void barriers(String where) {
    assertEquals(List.of(), Barriers.of(page), where + ": barriers");
  }

  private void picture(String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setPath(PICTURES.resolve("setup-" + name + ".png")));
  }
}
