package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.headgate.quickstart.ConsoleGateway.ADMIN;
import static dev.headgate.quickstart.ConsoleGateway.OPERATOR;
import static dev.headgate.quickstart.ConsoleGateway.VIEWER;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console as operators use it: what they see, what they do, and what they are kept from. */
class ConsoleIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JsonObject MANUAL = new JsonObject().put("start", "manual");

  @TempDir private static Path folder;
  private static ConsoleGateway desk;

  @BeforeAll
  static void open() throws IOException {
    desk = ConsoleGateway.in(folder);
  }

  @AfterAll
  static void close() {
    if (desk != null) {
      desk.close();
    }
  }

  private static Page live(String name, String event) {
    return desk.at(Device.LIGHT_DESK, name, "#/e/" + event);
  }

  private static void click(Page page, String button) {
    page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^" + button)))
        .first()
        .click();
  }

  private static void unfold(Page page, String summary) {
    page.locator("summary").filter(new Locator.FilterOptions().setHasText(summary)).click();
  }

  /** Clicks a button of the dialog that is open. */
  private static void answer(Page page, String button) {
    page.locator("dialog")
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(button).setExact(true))
        .click();
  }

  private static Locator rate(Page page) {
    return page.getByLabel("Let in a minute");
  }

  private static int dial(String event) {
    return desk.event(event)
        .getJsonObject("settings")
        .getJsonObject("dials")
        .getInteger("newUsersPerMinute");
  }

  @Test
  void whoIsNotKnownGetsNoFurtherAndWhoIsComesBackUntilSigningOut() throws IOException {
    desk.opens("door", MANUAL);
    Page page = desk.stranger(Device.LIGHT_PHONE, "#/e/door");
    page.getByLabel("Operator token").fill("not-a-token-of-anybody");
    click(page, "Sign in");
    assertThat(page.locator(".wrong")).containsText("not known");
    ConsoleGateway.sees(page, "sign-in");
    desk.signIn(page, OPERATOR);
    // The address that was asked for is where one is after signing in.
    assertThat(page.getByRole(AriaRole.HEADING).first()).hasText("The door");
    page.reload();
    assertThat(page.getByRole(AriaRole.HEADING).first()).hasText("The door");
    click(page, "Sign out");
    assertThat(page.getByLabel("Operator token")).isVisible();
    page.reload();
    assertThat(page.getByLabel("Operator token")).isVisible();
  }

  @Test
  void whileASignOutIsOnItsWayNobodyIsAskedToSignInAgain() {
    desk.opens("leaving", MANUAL);
    Page page = live(OPERATOR, "leaving");
    List<Route> held = new ArrayList<>();
    page.route("**/session", held::add);
    click(page, "Sign out");
    page.waitForCondition(() -> !held.isEmpty());
    // What is asked for beside it finds the session over before its end is answered.
    Response unused =
        page.waitForResponse(
            refused -> refused.status() == 401 && refused.url().endsWith("/api/events/leaving"),
            () -> page.context().clearCookies());
    page.unroute("**/session");
    held.forEach(Route::resume);
    assertThat(page.getByLabel("Operator token")).isVisible();
    assertThat(page.locator("dialog")).hasCount(0);
  }

  @Test
  void aSessionThatEndsInTheMiddleIsBegunAgainWithNothingLost() {
    desk.opens("again", MANUAL);
    Page page = live(OPERATOR, "again");
    rate(page).fill("77");
    // As if it had run out: nothing tells the page.
    page.context().clearCookies();
    assertThat(page.locator("dialog")).containsText("Your session has ended");
    desk.signIn(page, OPERATOR);
    assertThat(rate(page)).hasValue("77");
    click(page, "Apply");
    await().atMost(PATIENCE).until(() -> dial("again") == 77);
  }

  @Test
  void whatOnePersonAskedForIsNotDoneInTheNameOfAnother() {
    desk.opens("relieved", MANUAL);
    assertEquals(200, desk.api("POST", "relieved/pause", new JsonObject()).status());
    Page page = live(OPERATOR, "relieved");
    assertThat(page.locator("[data-key=halt]")).hasText("Resume");
    List<String> asked = requests(page, "/relieved/resume");
    page.context().clearCookies();
    assertThat(page.locator("dialog")).containsText("Your session has ended");
    page.waitForResponse(
        refused -> refused.status() == 401 && refused.url().contains("/resume"),
        () -> page.evaluate("document.querySelector('[data-key=halt]').click()"));
    desk.signIn(page, ADMIN);
    assertThat(page.locator("dialog")).hasCount(0);
    // The page of whoever has come begins with the event as it is.
    assertThat(page.locator("[data-key=halt]")).hasText("Resume");
    assertEquals(1, asked.size());
    assertEquals(true, desk.event("relieved").getBoolean("halted"));
  }

  /** What is asked for of an address from now on. */
  private static List<String> requests(Page page, String part) {
    List<String> asked = new ArrayList<>();
    page.onRequest(
        request -> {
          if (request.url().contains(part)) {
            asked.add(request.method() + " " + request.url());
          }
        });
    return asked;
  }

  /** The second click of two, at a place where something else was when the first one came. */
  private static void clickAgain(Page page, BoundingBox at) {
    page.mouse().move(at.x + at.width / 2, at.y + at.height / 2);
    page.mouse().down(new Mouse.DownOptions().setClickCount(2));
    page.mouse().up(new Mouse.UpOptions().setClickCount(2));
    Object unused = page.evaluate("() => new Promise(requestAnimationFrame)");
  }

  @Test
  void theSecondClickOfTwoIsNotForWhatHasTakenThatPlace() {
    desk.opens("twice", MANUAL);
    for (String lang : List.of("en", "de")) {
      JsonObject words = new JsonObject().put("text", "Hello").put("lang", lang);
      assertEquals(200, desk.api("PUT", "twice/message", words).status());
    }
    Page page = live(OPERATOR, "twice");
    Locator away = page.locator(".spoken button");
    assertThat(away).hasCount(2);
    List<String> asked = requests(page, "/twice/message");
    away.first().click();
    assertThat(away).hasCount(1);
    clickAgain(page, away.boundingBox());
    assertEquals(1, asked.size(), asked::toString);
    click(page, "Draw");
    Locator yes = page.locator("dialog button.main");
    clickAgain(page, yes.boundingBox());
    assertThat(yes).hasText("Draw now");
    answer(page, "Cancel");
    assertEquals("waiting", desk.event("twice").getString("phase"));
    // The same button may be pressed as often as one likes.
    Locator step = page.getByText("+10 %");
    step.dblclick();
    assertThat(rate(page)).hasValue("73");
  }

  @Test
  void whoAppliesTwiceBeforeTheForecastIsThereAppliesOnce() {
    desk.opens("hasty", MANUAL);
    Page page = live(OPERATOR, "hasty");
    assertThat(page.locator(".forecast h3")).isVisible();
    List<Route> held = new ArrayList<>();
    page.route("**/hasty/forecast", held::add);
    rate(page).fill("66");
    rate(page).press("Enter");
    rate(page).press("Enter");
    page.waitForCondition(() -> !held.isEmpty());
    assertThat(page.locator("dialog")).hasCount(0);
    page.unroute("**/hasty/forecast");
    held.get(held.size() - 1).resume();
    await().atMost(PATIENCE).until(() -> dial("hasty") == 66);
    assertThat(page.locator(".undo button")).hasText("Undo: Let in a minute to 60");
    assertThat(page.locator("dialog")).hasCount(0);
  }

  @Test
  void whatIsAnsweredToAViewThatWasLeftIsNotWrittenOverTheNext() {
    desk.opens("behind", MANUAL);
    assertEquals(200, desk.api("POST", "behind/pause", new JsonObject()).status());
    Page page = live(OPERATOR, "behind");
    List<Route> held = new ArrayList<>();
    page.route("**/behind/resume", held::add);
    click(page, "Resume");
    page.waitForCondition(() -> !held.isEmpty());
    page.locator("#top a:text-is('Events')").click();
    assertThat(page.getByRole(AriaRole.HEADING).first()).hasText("Events");
    Response unused = page.waitForResponse("**/behind/resume", () -> held.get(0).resume());
    assertThat(page.locator("#said")).containsText("The event goes on.");
    assertThat(page).hasTitle("Events · Headgate");
  }

  @Test
  void anEventThatWasClosedIsNotOpenedAgainByAnotherTitle() {
    desk.opens("over", MANUAL);
    Page page = desk.at(Device.LIGHT_DESK, ADMIN, "#/e/over/settings");
    Locator title = page.getByLabel("Title", new Page.GetByLabelOptions().setExact(true));
    title.fill("Later");
    page.getByLabel("Ends at", new Page.GetByLabelOptions().setExact(true))
        .fill("2036-07-01T20:00");
    page.getByLabel("Ends at: time zone").selectOption("Europe/Berlin");
    assertEquals(200, desk.api("POST", "over/close", new JsonObject()).status());
    click(page, "Save the settings");
    assertThat(page.locator("dialog")).containsText("closed the event");
    answer(page, "Put together");
    assertThat(page.getByText("Both are put together")).isVisible();
    assertThat(page.getByText("these settings open it again")).isVisible();
    click(page, "Save the settings");
    assertThat(page.locator("dialog")).containsText("Open the event again");
    answer(page, "Cancel");
    assertThat(title).hasValue("Later");
    assertEquals("ended", desk.event("over").getString("phase"));
    click(page, "Save the settings");
    answer(page, "Save and open it again");
    assertThat(page.locator(".note.good")).containsText("are saved");
    JsonObject saved = desk.event("over");
    assertEquals("waiting", saved.getString("phase"));
    assertEquals("2036-07-01T18:00:00.000Z", saved.getJsonObject("settings").getString("closesAt"));
  }

  @Test
  void whatTheGatewaySaysInPlaceOfFiguresIsSaid() {
    desk.opens("crowded", MANUAL);
    Page page = desk.stranger(Device.LIGHT_DESK, "#/e/crowded");
    JsonObject many =
        new JsonObject()
            .put("type", "urn:headgate:problem:too-many-streams")
            .put("title", "Too many are listening")
            .put("detail", "Close one.");
    page.route(
        "**/crowded/live",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(503)
                    .setContentType("application/problem+json")
                    .setBody(many.encode())));
    desk.signIn(page, VIEWER);
    assertThat(page.locator(".news")).containsText("Too many are listening: Close one.");
    assertThat(page.locator(".measured.stale")).isVisible();
    page.unroute("**/crowded/live");
    assertThat(page.locator(".news .note")).hasCount(0);
  }

  @Test
  void theFiguresMoveByThemselves() {
    desk.opens("moving", MANUAL);
    Page page = live(VIEWER, "moving");
    Locator waiting = page.locator("[data-figure=waiting]");
    assertThat(waiting).hasText("0");
    desk.crowdJoins("moving", 7);
    assertThat(waiting).hasText("7");
    assertThat(page.locator(".limit")).containsText("the sale has not started");
    assertThat(page.locator(".summary").first()).containsText("7");
  }

  @Test
  void aLargeTurnOfADialIsForecastAskedOnceAndTakenBack() throws IOException {
    desk.opens("dials", MANUAL);
    desk.crowdJoins("dials", 5);
    Page page = live(OPERATOR, "dials");
    rate(page).fill("900");
    assertThat(page.locator(".compare")).isVisible();
    assertThat(page.locator(".forecast")).containsText("A large change");
    ConsoleGateway.sees(page, "forecast");
    click(page, "Apply");
    assertThat(page.locator("dialog")).containsText("60 → 900");
    ConsoleGateway.sees(page, "large-change");
    answer(page, "Cancel");
    assertEquals(60, dial("dials"));
    page.getByLabel("Why").fill("they wait");
    click(page, "Apply");
    answer(page, "Apply it");
    await().atMost(PATIENCE).until(() -> dial("dials") == 900);
    assertThat(page.locator(".changes")).containsText("they wait");
    click(page, "Undo: Let in a minute to 60");
    await().atMost(PATIENCE).until(() -> dial("dials") == 60);
  }

  @Test
  void aSmallTurnIsAppliedAtOnce() {
    desk.opens("small", MANUAL);
    Page page = live(OPERATOR, "small");
    click(page, "\\+10 %");
    assertThat(rate(page)).hasValue("66");
    click(page, "Apply");
    await().atMost(PATIENCE).until(() -> dial("small") == 66);
    assertThat(page.locator("dialog")).hasCount(0);
  }

  @Test
  void nobodyWritesOverWhatTheyHaveNotSeen() throws IOException {
    desk.opens("stale", MANUAL);
    Page page = live(OPERATOR, "stale");
    assertThat(rate(page)).hasValue("60");
    // The page does not hear of it before it applies.
    AtomicBoolean applied = new AtomicBoolean();
    page.onRequest(
        request -> {
          if (request.url().contains("/stale/dials")) {
            applied.set(true);
          }
        });
    page.route(
        "**/api/events/stale",
        route -> {
          if (applied.get()) {
            route.resume();
          } else {
            route.abort();
          }
        });
    rate(page).fill("70");
    assertEquals(
        200,
        desk.api("PATCH", "stale/dials", new JsonObject().put("newUsersPerMinute", 80)).status());
    click(page, "Apply");
    Locator theirs = page.locator("form .note[role=alert]");
    assertThat(theirs).containsText("ann changed the dials");
    assertThat(theirs).containsText("from 60 to 80");
    assertThat(rate(page)).hasValue("70");
    assertEquals(80, dial("stale"));
    ConsoleGateway.sees(page, "stale");
    click(page, "Keep what I typed");
    click(page, "Apply");
    await().atMost(PATIENCE).until(() -> dial("stale") == 70);
  }

  @Test
  void whatAnotherOperatorDoesIsSeenWithWhoDidIt() {
    desk.opens("together", MANUAL);
    Page otto = live(OPERATOR, "together");
    Page ann = live(ADMIN, "together");
    rate(otto).fill("61");
    click(ann, "Message");
    ann.locator("dialog textarea").fill("Doors open late");
    answer(ann, "Show it");
    assertThat(otto.locator(".spoken")).containsText("Doors open late");
    assertThat(otto.locator(".changes")).containsText("ann");
    assertThat(otto.locator("#said")).containsText("Doors open late");
    // Nobody touched the dials, so that what was typed goes through.
    click(otto, "Apply");
    await().atMost(PATIENCE).until(() -> dial("together") == 61);
  }

  @Test
  void fansAreToldWhyItIsPausedAndWhatElseThereIsToSay() throws IOException {
    desk.opens("told", new JsonObject());
    Page page = live(OPERATOR, "told");
    click(page, "Pause");
    page.locator("dialog select").selectOption(new String[] {"0"});
    ConsoleGateway.sees(page, "pause");
    answer(page, "Pause");
    assertThat(page.locator("main .phase")).hasText("Paused");
    // The button that was pressed is gone; what has taken its place is where one goes on.
    assertThat(page.locator("[data-key=halt]")).isFocused();
    await()
        .atMost(PATIENCE)
        .until(() -> desk.status("told").encode().contains("Payment is slow at the moment"));
    assertEquals("paused", desk.event("told").getString("phase"));
    ConsoleGateway.sees(page, "paused");
    click(page, "Resume");
    assertThat(page.locator("main .phase")).hasText("On sale");
    click(page, "Message");
    answer(page, "Show it");
    assertThat(page.locator("dialog .wrong:visible")).hasText("Say something.");
    page.locator("dialog textarea").fill("<b>Bold</b> & brave");
    answer(page, "Show it");
    await()
        .atMost(PATIENCE)
        .until(() -> desk.status("told").encode().contains("<b>Bold</b> & brave"));
    assertThat(page.locator(".spoken")).containsText("<b>Bold</b> & brave");
    click(page, "Take away");
    await().atMost(PATIENCE).until(() -> desk.event("told").getValue("message") == null);
  }

  @Test
  void aPauseBeforeTheSaleIsSaidAndEndedLikeAnyOther() {
    desk.opens("early", MANUAL);
    Page page = live(OPERATOR, "early");
    JsonObject reason = new JsonObject().put("reason", "A gate is stuck");
    assertEquals(200, desk.api("POST", "early/pause", reason).status());
    assertThat(page.locator("main .phase")).hasText("Open, before the start; paused");
    assertThat(page.locator(".note.warn")).containsText("A gate is stuck");
    click(page, "Change the reason");
    assertThat(page.locator("dialog textarea")).hasValue("A gate is stuck");
    answer(page, "Cancel");
    click(page, "Resume");
    assertThat(page.locator("main .phase")).hasText("Open, before the start");
    assertThat(page.locator("[data-key=halt]")).hasText("Pause …");
    assertEquals(false, desk.event("early").getBoolean("halted"));
  }

  @Test
  void aLanguageThatIsTakenOutOfTheMessageIsTakenFromFans() {
    JsonObject german = new JsonObject().put("text", "Hallo").put("lang", "de");
    desk.opens("languages", MANUAL);
    assertEquals(200, desk.api("PUT", "languages/message", german).status());
    Page page = live(OPERATOR, "languages");
    click(page, "Change the message");
    click(page, "Add a language");
    page.locator("dialog textarea").last().fill("Hello");
    // Somebody is faster; that is shown once before it is gone over.
    JsonObject theirs = new JsonObject().put("text", "Salut").put("lang", "fr");
    assertEquals(200, desk.api("PUT", "languages/message", theirs).status());
    answer(page, "Show it");
    assertThat(page.locator("dialog [role=alert]")).containsText("Salut");
    page.locator("dialog")
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Remove this language"))
        .first()
        .click();
    answer(page, "Show it");
    assertThat(page.locator("dialog")).hasCount(0);
    await()
        .atMost(PATIENCE)
        .until(() -> desk.event("languages").getJsonArray("messages").size() == 1);
    assertTrue(desk.event("languages").encode().contains("Hello"));
    click(page, "Take away");
    assertThat(page.locator(".spoken")).hasCount(0);
    assertThat(page.locator("#actions")).isFocused();
  }

  @Test
  void aDialogEndsWithTheViewThatItIsAbout() {
    desk.opens("left", MANUAL);
    Page page = live(OPERATOR, "left");
    page.locator("#top a:text-is('Events')").click();
    assertThat(page.getByRole(AriaRole.HEADING).first()).hasText("Events");
    page.locator("main a[href='#/e/left']").first().click();
    assertThat(page.getByRole(AriaRole.HEADING).first()).hasText("The left");
    click(page, "Pause");
    assertThat(page.locator("dialog")).isVisible();
    page.goBack();
    assertThat(page.getByRole(AriaRole.HEADING).first()).hasText("Events");
    assertThat(page.locator("dialog")).hasCount(0);
  }

  @Test
  void whatIsTypedIntoDialsStaysWhateverComesMeanwhile() {
    desk.opens("typed", MANUAL);
    Page page = live(OPERATOR, "typed");
    Locator most = page.getByLabel("Inside at most");
    List<Route> held = new ArrayList<>();
    page.route("**/api/events/typed/dials?*", held::add);
    rate(page).fill("66");
    page.getByLabel("Why").fill("slow answer");
    click(page, "Apply");
    page.waitForCondition(() -> !held.isEmpty());
    rate(page).fill("70");
    most.fill("950");
    held.get(0).resume();
    assertThat(page.locator(".undo button")).hasText("Undo: Let in a minute to 60");
    assertThat(rate(page)).hasValue("70");
    assertThat(most).hasValue("950");
    assertEquals(66, dial("typed"));
    page.unroute("**/api/events/typed/dials?*");
    // Half a number, and somebody turns that dial and another.
    rate(page).fill("");
    most.fill("");
    JsonObject theirs = new JsonObject().put("newUsersPerMinute", 90).put("turnWindow", "PT4M");
    assertEquals(200, desk.api("PATCH", "typed/dials", theirs).status());
    assertThat(page.locator("form .note[role=alert]")).containsText("ann changed the dials");
    assertThat(rate(page)).hasValue("");
    assertThat(most).hasValue("");
    assertThat(page.getByLabel("Turn", new Page.GetByLabelOptions().setExact(true))).hasValue("4");
    click(page, "Take theirs");
    assertThat(rate(page)).hasValue("90");
    assertThat(most).hasValue("");
    assertThat(page.locator("#dials")).isFocused();
  }

  @Test
  void numbersOfDialsAreReadAsPeopleWriteThemOrRefused() {
    desk.opens("numbers", MANUAL);
    Page page = live(OPERATOR, "numbers");
    unfold(page, "Sessions, turns and throttle");
    Locator turn = page.getByLabel("Turn", new Page.GetByLabelOptions().setExact(true));
    turn.fill("1,5");
    turn.blur();
    assertThat(turn).hasValue("1.5");
    rate(page).fill("1,200");
    rate(page).blur();
    assertThat(rate(page)).hasValue("1200");
    Locator apply =
        page.getByRole(
            AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Apply").setExact(true));
    for (String none : List.of("1e3", "-5", "0x10", "12e", "1,5")) {
      rate(page).fill(none);
      assertThat(apply).isDisabled();
      assertThat(rate(page)).hasValue(none);
      assertThat(page.locator(".compare")).hasCount(0);
    }
  }

  @Test
  void theDrawIsMadeByHandOnceAndAfterAQuestion() {
    desk.opens("drawn", MANUAL);
    desk.crowdJoins("drawn", 3);
    Page page = live(OPERATOR, "drawn");
    click(page, "Draw");
    answer(page, "Cancel");
    assertEquals("waiting", desk.event("drawn").getString("phase"));
    click(page, "Draw");
    answer(page, "Draw now");
    assertThat(page.locator("main .phase")).hasText("On sale");
    assertThat(
            page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Draw"))))
        .hasCount(0);
  }

  @Test
  void anEventEndsOrBeginsAnewOnlyForWhoTypesItsName() throws IOException {
    desk.opens("final", MANUAL);
    desk.crowdJoins("final", 2);
    Page page = live(ADMIN, "final");
    unfold(page, "Close or reset");
    click(page, "Reset");
    answer(page, "Reset it");
    assertThat(page.locator("dialog .wrong:visible")).hasText("This is not final.");
    ConsoleGateway.sees(page, "reset");
    assertEquals(2, desk.event("final").getJsonObject("live").getInteger("arrivals"));
    page.getByLabel("Type final to go on").fill("final");
    // Somebody is faster: a life that nobody here has seen is not ended.
    JsonObject theirs = new JsonObject().put("confirm", "final");
    assertEquals(200, desk.api("POST", "final/reset", theirs).status());
    long life = desk.event("final").getLong("epoch");
    answer(page, "Reset it");
    assertThat(page.locator("dialog [role=alert]")).containsText("the life " + life);
    assertEquals(life, desk.event("final").getLong("epoch"));
    answer(page, "Reset it");
    assertThat(page.locator("dialog")).hasCount(0);
    assertTrue(desk.event("final").getLong("epoch") > life);
    assertThat(page.locator("[data-figure=waiting]")).hasText("0");
    click(page, "Close");
    page.getByLabel("Type final to go on").fill("Final");
    answer(page, "Close it");
    assertThat(page.locator("dialog .wrong:visible")).hasText("This is not final.");
    page.getByLabel("Type final to go on").fill("final");
    answer(page, "Close it");
    assertThat(page.locator("main .phase")).hasText("Ended");
  }

  @Test
  void oneSessionIsFoundAndRevoked() throws IOException {
    desk.opens("inside", new JsonObject());
    Guest unused = desk.guest("inside");
    Page page = live(OPERATOR, "inside");
    unfold(page, "Who is inside");
    page.getByLabel("Position or session id").fill("1");
    click(page, "Find");
    assertThat(page.locator(".sessions")).containsText("1 shown.");
    // Counted once it is said to be all: to wait for one row would hide that there were two.
    assertEquals(1, page.locator(".sessions tbody tr").count());
    for (int again = 0; again < 2; again++) {
      page.waitForResponse("**/inside/sessions?*", () -> click(page, "Find"));
    }
    assertThat(page.locator(".sessions")).containsText("1 shown.");
    assertEquals(1, page.locator(".sessions tbody tr").count());
    ConsoleGateway.sees(page, "sessions");
    click(page, "Revoke the session of position 1");
    // The list is drawn anew while somebody is asked whether they are sure.
    page.evaluate(
        "() => { document.querySelector('.sessions tbody tr').className = 'old';"
            + " document.querySelector('.sessions form').requestSubmit(); }");
    assertThat(page.locator(".sessions tr.old")).hasCount(0);
    answer(page, "Revoke it");
    assertThat(page.locator(".sessions tbody tr")).containsText("revoked");
    assertThat(page.getByLabel("Position or session id")).isFocused();
    await()
        .atMost(PATIENCE)
        .until(() -> desk.event("inside").getJsonObject("live").getInteger("active") == 0);
  }

  @Test
  void aViewerSeesEverythingAndIsOfferedNothing() throws IOException {
    desk.opens("seen", new JsonObject());
    Page page = live(VIEWER, "seen");
    assertThat(page.locator("#dials")).isVisible();
    assertThat(page.locator("main form:has-text('Apply')")).hasCount(0);
    assertThat(page.locator("#actions")).hasCount(0);
    unfold(page, "Who is inside");
    assertThat(page.locator("main button:visible")).hasText(new String[] {"Find"});
    ConsoleGateway.sees(page, "viewer");
  }

  @Test
  void silenceIsSaidAndEndsWhenTheGatewayComesBack() throws Exception {
    desk.opens("silent", MANUAL);
    Page page = live(OPERATOR, "silent");
    assertThat(page.locator("[data-figure=waiting]")).hasText("0");
    // As on a connection that a sleep has left half open: it takes requests, and nothing comes.
    List<Route> unanswered = new ArrayList<>();
    page.route("**/api/events/silent", unanswered::add);
    desk.gateway().sleep();
    try {
      assertThat(page.locator(".news")).containsText("No news since");
      assertThat(page.locator("#said")).containsText("No news since");
      assertThat(page.locator(".measured.stale")).isVisible();
      ConsoleGateway.sees(page, "silent");
    } finally {
      desk.gateway().wake();
    }
    // It finds its store again first.
    await()
        .atMost(PATIENCE)
        .until(() -> desk.api("POST", "silent/pause", new JsonObject()).status() == 200);
    // Figures alone do not make a phase the present one.
    assertThat(page.locator(".news")).containsText("phase and dials are those of");
    assertThat(page.locator(".state.stale .phase")).hasText("Open, before the start");
    page.unroute("**/api/events/silent");
    unanswered.forEach(Route::resume);
    assertThat(page.locator("main .phase")).hasText("Open, before the start; paused");
    assertThat(page.locator(".news .note")).hasCount(0);
    desk.crowdJoins("silent", 1);
    assertThat(page.locator("[data-figure=waiting]")).hasText("1");
  }

  @Test
  void everyViewIsForEveryoneOnEveryDevice() throws IOException {
    desk.opens("looks", new JsonObject());
    desk.crowdJoins("looks", 40);
    Page page = live(ADMIN, "looks");
    unfold(page, "The same as a table");
    unfold(page, "Sessions, turns and throttle");
    for (Device device : Device.values()) {
      device.turn(page);
      ConsoleGateway.sees(page, "live-" + device.label());
    }
    page.navigate(page.url().replaceFirst("#.*", "#/"));
    assertThat(page.locator(".events")).containsText("The looks");
    for (Device device : Device.values()) {
      device.turn(page);
      ConsoleGateway.sees(page, "events-" + device.label());
    }
  }

  @Test
  void everythingIsReachedWithoutAMouse() {
    desk.opens("keys", MANUAL);
    Page page = live(OPERATOR, "keys");
    page.reload();
    assertThat(rate(page)).hasValue("60");
    page.keyboard().press("Tab");
    assertThat(page.locator("#skip")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("main")).isFocused();
    rate(page).focus();
    page.keyboard().press("ControlOrMeta+A");
    page.keyboard().type("63");
    page.keyboard().press("Enter");
    await().atMost(PATIENCE).until(() -> dial("keys") == 63);
    Locator pause = page.locator("[data-key=halt]");
    pause.focus();
    page.keyboard().press("Enter");
    assertThat(page.locator("dialog")).isVisible();
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog")).hasCount(0);
    assertThat(pause).isFocused();
  }
}
