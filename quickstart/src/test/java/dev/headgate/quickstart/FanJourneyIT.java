package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fans in a real browser at the real demo, from the first look to the seats they hold. */
class FanJourneyIT {
  /** With what a fan's mail may add; all of it must be there again after the wait. */
  private static final String ADDRESS = "/events/derby/seats?from=mail&name=J%C3%B6rg#rows";

  private static HeadlessBrowser browser;

  @BeforeAll
  static void startBrowser() {
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(90_000);
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void aFanWaitsIsDrawnIsCalledAndHoldsSeatsAtTheAddressFirstAskedFor() {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "1800")) {
      BrowserFan fan = browser.fan(Device.DARK_PHONE, demo.fans());
      Page tab = fan.open(ADDRESS);
      waitsForTheDraw(fan, tab);
      Page second = fan.open("/queue/derby");
      assertThat(second.locator("#arrival")).hasText("1");
      // Moved, and not timed: all that comes before the draw has been seen by now.
      new OperatorDesk(demo).startsNow();

      assertThat(tab.locator("#map [data-section]").first()).isVisible();
      assertEquals(demo.fans() + ADDRESS, tab.url());
      SeatPage.asList(tab);
      fan.sees(tab, "11-seats-phone-dark");
      findsAnotherSectionOnAPhone(fan, tab);
      holdsTwoSeatsAndOneMoreAndReleasesIt(fan, tab);
      bothTabsShareOneSession(fan, second);

      BrowserFan rival = browser.fan(Device.LIGHT_DESK, demo.fans());
      losesASeatToTheOther(rival, withoutTheStream(rival), tab);
      holdsASeatWithTheKeyboardAlone(browser.fan(Device.DARK_DESK, demo.fans()));
      fan.metNothingUnexpected();
      rival.metNothingUnexpected();
    }
  }

  private static void waitsForTheDraw(BrowserFan fan, Page tab) {
    assertThat(tab.locator("#headline")).hasText("You are in the draw");
    Locator countdown = tab.locator("#countdown");
    assertThat(countdown).hasText(Pattern.compile("\\d\\d:\\d\\d"));
    String before = countdown.textContent();
    assertThat(countdown).not().hasText(before);
    assertThat(countdown).isVisible();
    assertTrue(before.compareTo(countdown.textContent()) > 0, "counts down from " + before);
    fan.sees(tab, "10-waiting-phone-dark");
  }

  /** The list of forty sections gives way to the seats, and the way back is one tap. */
  private static void findsAnotherSectionOnAPhone(BrowserFan fan, Page tab) {
    assertThat(tab.locator("#sections")).isHidden();
    tab.locator("#picker summary").tap();
    assertThat(tab.locator("#sections button")).hasCount(40);
    fan.sees(tab, "11-sections-phone-dark");
    tab.locator("#sections [data-section=C]").tap();
    assertThat(tab.locator("#sections")).isHidden();
    assertThat(tab.locator("#rows-title")).hasText("Section C, €65.00 a seat");
    assertThat(tab.locator("#rows button")).hasCount(1000);
    tab.locator("#picker summary").tap();
    tab.locator("#sections [data-section=A]").tap();
    assertThat(tab.locator("#rows-title")).hasText("Section A, €95.00 a seat");
  }

  private static void holdsTwoSeatsAndOneMoreAndReleasesIt(BrowserFan fan, Page tab) {
    tab.locator("[data-seat=A-3]").click();
    tab.locator("[data-seat=A-4]").click();
    assertThat(tab.locator("#choice")).hasText("A-3, A-4: €190.00");
    fan.sees(tab, "12-chosen-phone-dark");
    tab.locator("#hold").click();
    assertThat(tab.locator(".held strong")).hasText("A-3, A-4: €190.00");
    assertThat(tab.locator(".held .clock"))
        .hasText(Pattern.compile("\\d+:\\d\\d left, until \\d\\d:\\d\\d"));
    tab.locator("[data-seat=B-1]").click();
    tab.locator("#hold").click();
    assertThat(tab.locator(".held")).hasCount(2);
    fan.sees(tab, "13-held-phone-dark");
    tab.locator("[aria-label='Release B-1']").click();
    assertThat(tab.locator("#message")).hasText("B-1 released.");
    assertThat(tab.locator(".held")).hasCount(1);
    assertThat(tab.locator("[data-seat=B-1]")).hasAttribute("aria-disabled", "false");
    assertThat(tab.locator("[data-seat=A-3]")).hasAttribute("aria-disabled", "true");
  }

  /** The second tab waited in the queue, too, and goes in without a place or session of its own. */
  private static void bothTabsShareOneSession(BrowserFan fan, Page second) {
    String admission = fan.admission();
    second.bringToFront();
    second.reload();
    assertThat(second.locator(".held")).hasText(Pattern.compile("A-3, A-4.*"));
    assertEquals(admission, fan.admission());
  }

  /** As on a slow line: the map this fan sees stays as it was when it came. */
  private static Page withoutTheStream(BrowserFan fan) {
    Page tab = fan.open("/events");
    tab.route(
        address -> address.contains("/events/derby/seats/events"),
        route -> route.fulfill(new Route.FulfillOptions().setStatus(409)));
    tab.navigate(tab.url().replace("/events", ADDRESS));
    SeatPage.asList(tab);
    return tab;
  }

  private static void losesASeatToTheOther(BrowserFan rival, Page mine, Page theirs) {
    assertThat(mine.locator("[data-seat=A-3]")).hasAttribute("aria-disabled", "true");
    mine.route(
        address -> address.contains("/events/derby/seats"),
        route -> route.fulfill(new Route.FulfillOptions().setStatus(304)));
    mine.locator("[data-seat=C-7]").click();
    mine.locator("[data-seat=C-8]").click();
    theirs.bringToFront();
    theirs.locator("[data-seat=C-7]").click();
    theirs.locator("#hold").click();
    assertThat(theirs.locator(".held")).hasCount(2);
    mine.bringToFront();
    mine.locator("#hold").click();
    assertThat(mine.locator("#message")).hasText("C-7 just went. None of your choice is held yet.");
    assertThat(mine.locator("#choice")).hasText("C-8: €95.00");
    assertThat(mine.locator(".held")).hasCount(0);
    rival.sees(mine, "14-just-went-desk-light");
  }

  private static void holdsASeatWithTheKeyboardAlone(BrowserFan fan) {
    Page tab = fan.open("/events/derby/seats");
    SeatPage.asList(tab);
    tabTo(tab, "e => e.matches('[data-seat]')");
    tab.keyboard().press("ArrowDown");
    tab.keyboard().press("ArrowDown");
    tab.keyboard().press("ArrowRight");
    tab.keyboard().press("Enter");
    assertThat(tab.locator("#choice")).hasText("C-2: €95.00");
    fan.sees(tab, "15-keyboard-desk-dark");
    tabTo(tab, "e => e.id === 'hold'");
    tab.keyboard().press("Enter");
    assertThat(tab.locator(".held")).hasText(Pattern.compile("C-2.*"));
    tabTo(tab, "e => e.matches('.release')");
    tab.keyboard().press("Enter");
    assertThat(tab.locator(".held")).hasCount(0);
    fan.metNothingUnexpected();
  }

  /** Goes there by Tab, past no more stops than a person would put up with. */
  private static void tabTo(Page tab, String wanted) {
    for (int stops = 0; stops < 10; stops++) {
      tab.keyboard().press("Tab");
      if (tab.evaluate("(" + wanted + ")(document.activeElement)").equals(true)) {
        return;
      }
    }
    throw new AssertionError("not within 10 stops: " + wanted);
  }

  @Test
  @Tag("soak")
  void theQueueTellsAFanTheirPlaceAndWhatTheOperatorSays() {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "3600", "--rate", "60")) {
      OperatorDesk desk = new OperatorDesk(demo);
      desk.crowdJoins(40);
      BrowserFan early = browser.fan(Device.LIGHT_PHONE, demo.fans());
      Page earlyTab = early.open("/queue/derby");
      assertThat(earlyTab.locator("#arrival")).hasText("41");
      desk.crowdJoins(30);
      seesTheMessageAndKeepsThePlace(desk, early, earlyTab);
      desk.pause("We are checking the map of seats.");
      desk.startsNow();
      seesThePause(early, earlyTab);

      BrowserFan late = browser.fan(Device.DARK_DESK, demo.fans()).whoGoesInByHand();
      Page lateTab = late.open("/queue/derby");
      // 71 came before the start: whoever they are, this fan stands behind them all.
      assertThat(lateTab.locator("#position")).hasText("72");
      assertThat(lateTab.locator("#ahead")).hasText("71");
      late.sees(lateTab, "22-paused-desk-dark");
      movesUp(desk, late, lateTab);
      aPauseStopsTheTurnsClock(desk, late, lateTab);
      goesInBothByHandAndByItself(demo, lateTab, earlyTab);
      early.metNothingUnexpected();
      late.metNothingUnexpected();
    }
  }

  private static void seesTheMessageAndKeepsThePlace(OperatorDesk desk, BrowserFan fan, Page tab) {
    desk.say("Doors open at 18:30. Bring an ID that matches your ticket.");
    tab.reload();
    assertThat(tab.locator("#message")).hasText(Pattern.compile("Doors open at 18:30.*"));
    assertThat(tab.locator("#arrival")).hasText("41");
    fan.sees(tab, "20-message-phone-light");
  }

  private static void seesThePause(BrowserFan fan, Page tab) {
    assertThat(tab.locator("#headline")).hasText("The queue is paused");
    assertThat(tab.locator("#lead")).hasText("We are checking the map of seats.");
    assertThat(tab.locator("#clock")).isHidden();
    assertThat(tab.locator("#position")).hasText(Pattern.compile("\\d+"));
    String position = tab.locator("#position").textContent();
    tab.reload();
    assertThat(tab.locator("#position")).hasText(position);
    fan.sees(tab, "21-paused-phone-light");
  }

  private static void movesUp(OperatorDesk desk, BrowserFan fan, Page tab) {
    desk.resume();
    tab.reload();
    assertThat(tab.locator("#headline")).hasText("You are in line");
    assertThat(tab.locator("#ahead")).hasText(Pattern.compile("[1-9]\\d?"));
    fan.sees(tab, "23-in-line-desk-dark");
    desk.dial(600);
  }

  private static void aPauseStopsTheTurnsClock(OperatorDesk desk, BrowserFan fan, Page tab) {
    assertThat(tab.locator("#headline")).hasText("It is your turn");
    assertThat(tab.locator("#countdown")).isVisible();
    assertThat(tab.locator("#enter")).isVisible();
    fan.sees(tab, "24-called-desk-dark");
    desk.pause("The shop is restarting.");
    assertThat(tab.locator("#headline")).hasText("Paused just before your turn");
    assertThat(tab.locator("#lead")).hasText(Pattern.compile("The shop is restarting\\. .*"));
    assertThat(tab.locator("#clock")).isHidden();
    fan.sees(tab, "25-paused-at-the-turn-desk-dark");
    desk.resume();
    assertThat(tab.locator("#headline")).hasText("It is your turn");
  }

  @Test
  void whoWaitsIsToldThatNobodyIsLetInAnyMoreAndWhenThatIsOver() {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "0", "--rate", "1")) {
      OperatorDesk desk = new OperatorDesk(demo);
      desk.crowdJoins(20);
      BrowserFan fan = browser.fan(Device.DARK_PHONE, demo.fans());
      Page tab = fan.open("/queue/derby");
      assertThat(tab.locator("#headline")).hasText("You are in line");
      desk.mode("reject");
      tab.reload();
      assertThat(tab.locator("#headline")).hasText("Nobody is let in");
      fan.sees(tab, "30-rejected-phone-dark");
      desk.mode("random-then-fifo");
      tab.reload();
      assertThat(tab.locator("#headline")).hasText("You are in line");
      fan.metNothingUnexpected();
    }
  }

  private static void goesInBothByHandAndByItself(DemoProcess demo, Page byHand, Page byItself) {
    byHand.locator("#enter").click();
    byHand.waitForURL(demo.fans() + "/events/derby/seats");
    byItself.bringToFront();
    byItself.waitForURL(demo.fans() + "/events/derby/seats");
    assertThat(byItself.locator("#map [data-section]").first()).isVisible();
  }
}
