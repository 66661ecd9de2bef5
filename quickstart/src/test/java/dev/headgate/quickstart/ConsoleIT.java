package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.headgate.quickstart.ConsoleGateway.ADMIN;
import static dev.headgate.quickstart.ConsoleGateway.OPERATOR;
import static dev.headgate.quickstart.ConsoleGateway.VIEWER;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    page.route("**/api/events/stale", route -> route.abort());
    rate(page).fill("70");
    assertEquals(
        200,
        desk.api("PATCH", "stale/dials", new JsonObject().put("newUsersPerMinute", 80)).status());
    page.unroute("**/api/events/stale");
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
    await().atMost(PATIENCE).until(() -> desk.status("told").getString("phase").equals("paused"));
    assertTrue(desk.status("told").encode().contains("Payment is slow at the moment"));
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
    answer(page, "Reset it");
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
    assertThat(page.locator(".sessions tbody tr")).hasCount(1);
    ConsoleGateway.sees(page, "sessions");
    click(page, "Revoke the session of position 1");
    answer(page, "Revoke it");
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
    List<String> buttons = page.locator("main button:visible").allTextContents();
    assertEquals(List.of("Find"), buttons);
    ConsoleGateway.sees(page, "viewer");
  }

  @Test
  void silenceIsSaidAndEndsWhenTheGatewayComesBack() throws Exception {
    desk.opens("silent", MANUAL);
    Page page = live(OPERATOR, "silent");
    assertThat(page.locator("[data-figure=waiting]")).hasText("0");
    desk.gateway().sleep();
    try {
      assertThat(page.locator(".news")).containsText("No news since");
      assertThat(page.locator("#said")).containsText("No news since");
      assertThat(page.locator(".measured.stale")).isVisible();
      ConsoleGateway.sees(page, "silent");
    } finally {
      desk.gateway().wake();
    }
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
