package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ReducedMotion;
import dev.headgate.booking.http.HallOnShow;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The map of seats in a real browser, from the whole plan to a seat that is held, or lost. */
@Tag("soak")
class SeatMapIT {
  private static final String SEATS = "/events/derby/seats";

  private static HeadlessBrowser browser;
  private HallOnShow hall = HallOnShow.hall();

  @BeforeAll
  static void startBrowser() {
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(60_000);
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void closeHall() {
    hall.close();
  }

  private void inTheStadium() {
    hall.close();
    hall = HallOnShow.stadium();
  }

  @Test
  void everyLevelOfAStadiumCanBeReadOnEveryDeviceAndOnlyWhatIsOnShowIsThere() {
    inTheStadium();
    for (Device device : Device.values()) {
      BrowserFan fan = browser.fan(device, hall.origin());
      Page tab = fan.open(SEATS);
      assertThat(tab.locator("#map [data-section]")).hasCount(45);
      assertThat(tab.locator("[data-seat]")).hasCount(0);
      fan.sees(tab, "70-plan-" + device);
      SeatPage.open(tab, "102");
      int there = tab.locator("[data-seat]").count();
      assertTrue(there > 50 && there < 3_000, there + " seats of 50,000");
      choosesTwoOnTheMap(tab);
      fan.sees(tab, "71-seats-" + device);
      tab.locator("#zoom-out").click();
      SeatPage.rest(tab);
      tab.locator("#zoom-out").click();
      assertThat(tab.locator("#map")).hasAttribute("data-level", "dots");
      SeatPage.rest(tab);
      fan.sees(tab, "72-dots-" + device);
      fan.metNothingUnexpected();
    }
  }

  private static void choosesTwoOnTheMap(Page tab) {
    for (int chosen = 1; chosen <= 2; chosen++) {
      SeatPage.seat(tab, SeatPage.freeInSight(tab)).click();
      assertThat(tab.locator("#map [data-state=chosen]")).hasCount(chosen);
    }
  }

  @Test
  void aSectionSaysInWordsAndPatternHowManyAreFree() {
    inTheStadium();
    Page tab = browser.fan(Device.LIGHT_DESK, hall.origin()).open(SEATS);
    assertThat(tab.locator("[data-section='105']")).hasAttribute("data-share", "none");
    assertThat(tab.locator("[data-section='105'] .count")).hasText("none free");
    assertThat(tab.locator("[data-section='106']")).hasAttribute("data-share", "few");
    assertThat(tab.locator("[data-section='107']")).hasAttribute("data-share", "some");
    assertThat(tab.locator("[data-section='101']")).hasAttribute("data-share", "many");
    assertThat(tab.locator("[data-section='101']"))
        .hasAttribute(
            "aria-label",
            Pattern.compile("Lower tier 101, \\d+ free of 1,100, €85\\.00 to €95\\.00"));
  }

  @Test
  void aFilterLeavesOutWhatDoesNotFitOnTheMapAndInTheList() {
    BrowserFan fan = browser.fan(Device.DARK_PHONE, hall.origin());
    Page tab = fan.open(SEATS);
    tab.locator("#filter-title").click();
    tab.locator("#filter-price").selectOption("4500");
    assertThat(tab.locator("#message")).hasText("360 free seats fit.");
    assertThat(tab.locator("[data-section=A]")).hasAttribute("data-share", "none");
    assertThat(tab.locator("[data-section=D]")).hasAttribute("data-share", "many");
    tab.locator("#filter-step-free").check();
    assertThat(tab.locator("#message")).hasText("12 free seats fit.");
    fan.sees(tab, "73-filter-phone-dark");
    tab.locator("#filter-title").click();
    SeatPage.open(tab, "D");
    assertThat(tab.locator("[data-seat]").first()).hasAttribute("data-state", "other");
    tab.locator("[data-seat][data-state=other]").first().dispatchEvent("click");
    assertThat(tab.locator("#choice")).hasText("No seat chosen yet");
    SeatPage.asList(tab);
    assertThat(SeatPage.seat(tab, "A01-1")).hasAttribute("aria-disabled", "true");
    assertThat(tab.locator("#rows .row").first())
        .hasAttribute("aria-label", "Row A01, none that fits");
    tab.locator("#filter-title").click();
    tab.locator("#filter-form [type=reset]").click();
    assertThat(SeatPage.seat(tab, "A01-1")).hasAttribute("aria-disabled", "false");
    fan.metNothingUnexpected();
  }

  @Test
  void theListDoesAllOfItByKeyboardAlone() {
    BrowserFan fan = browser.fan(Device.LIGHT_DESK, hall.origin());
    Page tab = fan.open(SEATS);
    assertThat(tab.locator("#map [data-section]")).hasCount(6);
    tabTo(tab, "e => e.id === 'view-map'");
    tab.keyboard().press("ArrowRight");
    assertThat(tab.locator("#rows button").first()).isVisible();
    tabTo(tab, "e => e.matches('#sections [data-section=A]')");
    tab.keyboard().press("ArrowDown");
    tab.keyboard().press("Enter");
    assertThat(tab.locator("#rows-title")).hasText("Section B, €85.00 to €95.00 a seat");
    tabTo(tab, "e => e.matches('[data-seat]')");
    tab.keyboard().press("ArrowDown");
    tab.keyboard().press("ArrowRight");
    tab.keyboard().press("Space");
    assertThat(tab.locator("#choice")).hasText("B02-2: €95.00");
    fan.sees(tab, "74-list-desk-light");
    holdsByKeyboard(tab);
    assertThat(tab.locator(".held strong")).hasText("B02-2: €95.00");
    tabTo(tab, "e => e.matches('.release')");
    tab.keyboard().press("Enter");
    assertThat(tab.locator("#message")).hasText("B02-2 released.");
    fan.metNothingUnexpected();
  }

  @Test
  void theMapDoesAllOfItByKeyboardAlone() {
    BrowserFan fan = browser.fan(Device.DARK_DESK, hall.origin());
    Page tab = fan.open(SEATS);
    assertThat(tab.locator("#map [data-section]")).hasCount(6);
    tabTo(tab, "e => e.matches('#map [data-section]')");
    tab.keyboard().press("ArrowRight");
    tab.keyboard().press("Enter");
    assertThat(tab.locator(":focus")).hasAttribute("data-seat", "B01-1");
    tab.keyboard().press("ArrowDown");
    tab.keyboard().press("ArrowRight");
    tab.keyboard().press("Enter");
    assertThat(tab.locator("#choice")).hasText("B02-2: €95.00");
    assertThat(SeatPage.seat(tab, "B02-2")).hasAttribute("aria-checked", "true");
    // To the far end of the row: the map follows the focus.
    for (int i = 0; i < 18; i++) {
      tab.keyboard().press("ArrowRight");
    }
    assertThat(tab.locator(":focus")).hasAttribute("data-seat", "B02-20");
    assertThat(SeatPage.seat(tab, "B02-20")).isInViewport();
    fan.sees(tab, "75-map-keyboard-desk-dark");
    tab.keyboard().press("Escape");
    assertThat(tab.locator("#map")).hasAttribute("data-level", Pattern.compile("sections|dots"));
    assertThat(tab.locator(":focus")).hasAttribute("data-section", "B");
    tab.keyboard().press("+");
    tab.keyboard().press("-");
    holdsByKeyboard(tab);
    assertThat(tab.locator(".held strong")).hasText("B02-2: €95.00");
    fan.metNothingUnexpected();
  }

  private static void holdsByKeyboard(Page tab) {
    tabTo(tab, "e => e.id === 'hold'");
    tab.keyboard().press("Enter");
    assertThat(tab.locator(".held")).hasCount(1);
    assertThat(tab.locator("#basket-title")).isFocused();
  }

  /** Goes there by Tab, past no more stops than a person would put up with. */
  private static void tabTo(Page tab, String wanted) {
    for (int stops = 0; stops < 12; stops++) {
      tab.keyboard().press("Tab");
      if (tab.evaluate("(" + wanted + ")(document.activeElement)").equals(true)) {
        return;
      }
    }
    throw new AssertionError("not within 12 stops: " + wanted);
  }

  @Test
  void fingersZoomAndMoveAndATapGoesIn() {
    inTheStadium();
    Page tab = browser.fan(Device.LIGHT_PHONE, hall.origin()).open(SEATS);
    assertThat(tab.locator("#map [data-section]")).hasCount(45);
    tab.locator("#as-map").scrollIntoViewIfNeeded();
    CDPSession touch = tab.context().newCDPSession(tab);
    BoundingBox map = SeatPage.box(tab);
    double x = map.x + map.width / 2;
    double y = map.y + 150;
    for (int times = 0; times < 4; times++) {
      pinch(touch, x, y, 20, 80);
    }
    assertThat(tab.locator("#map")).hasAttribute("data-level", "seats");
    SeatPage.rest(tab);
    String middle = seatAt(tab, x, y);
    drag(touch, x, y, -90);
    SeatPage.rest(tab);
    assertEquals(middle, seatAt(tab, x - 90, y), "moved by what the finger moved");
    assertThat(tab.locator("#choice")).hasText("No seat chosen yet");
    pinch(touch, x, y, 80, 20);
    assertThat(tab.locator("#map")).not().hasAttribute("data-level", "seats");
  }

  private static String seatAt(Page tab, double x, double y) {
    return String.valueOf(
        tab.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('[data-seat]')?.dataset.seat",
            List.of(x, y)));
  }

  private static void pinch(CDPSession touch, double x, double y, int from, int to) {
    send(touch, "touchStart", x - from, y, x + from, y);
    for (int step = 1; step <= 8; step++) {
      double apart = from + (to - from) * step / 8.0;
      send(touch, "touchMove", x - apart, y, x + apart, y);
    }
    send(touch, "touchEnd");
  }

  private static void drag(CDPSession touch, double x, double y, int by) {
    // What a finger moves before it counts as a drag is not given back: it is moved with the rest.
    send(touch, "touchStart", x, y);
    for (int step = 1; step <= 9; step++) {
      send(touch, "touchMove", x + by * step / 9.0, y);
    }
    send(touch, "touchEnd");
  }

  private static void send(CDPSession touch, String type, double... points) {
    JsonArray fingers = new JsonArray();
    for (int i = 0; i < points.length; i += 2) {
      JsonObject finger = new JsonObject();
      finger.addProperty("x", points[i]);
      finger.addProperty("y", points[i + 1]);
      finger.addProperty("id", i);
      fingers.add(finger);
    }
    JsonObject event = new JsonObject();
    event.addProperty("type", type);
    event.add("touchPoints", fingers);
    touch.send("Input.dispatchTouchEvent", event);
  }

  @Test
  void aChosenSeatThatGoesIsSaidAtOnceWithWhatIsFreeBesideIt() {
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, hall.origin());
    Page tab = fan.open(SEATS);
    SeatPage.asList(tab);
    SeatPage.seat(tab, "A01-7").click();
    SeatPage.seat(tab, "A01-8").click();
    hall.sell("A01-7", "A01-6");
    assertThat(tab.locator("#message")).hasText("A01-7 just went.");
    assertThat(tab.locator("#choice")).hasText("A01-8: €95.00");
    assertThat(SeatPage.seat(tab, "A01-6")).hasAttribute("aria-disabled", "true");
    tab.locator("[data-offer=A01-9]").click();
    assertThat(tab.locator("#choice")).hasText("A01-8, A01-9: €190.00");
  }

  @Test
  void aConflictIsSaidBySeatAndOneOfItsNeighboursIsOneTapAway() {
    BrowserFan fan = browser.fan(Device.DARK_PHONE, hall.origin());
    Page tab = fan.open(SEATS);
    SeatPage.open(tab, "A");
    SeatPage.seat(tab, "A02-9").click();
    SeatPage.seat(tab, "A02-10").click();
    hall.sellUnseen("A02-10");
    tab.locator("#hold").click();
    assertThat(tab.locator("#message"))
        .hasText("A02-10 just went. None of your choice is held yet.");
    assertThat(tab.locator("#choice")).hasText("A02-9: €95.00");
    assertThat(tab.locator("#offers button:visible")).hasCount(3);
    assertThat(SeatPage.seat(tab, "A02-10")).hasAttribute("data-state", "taken");
    fan.sees(tab, "76-just-went-phone-dark");
    tab.locator("#offers button:visible").first().click();
    tab.locator("#hold").click();
    assertThat(tab.locator(".held")).hasCount(1);
    assertThat(tab.locator("#map [data-state=mine]")).hasCount(2);
    fan.sees(tab, "77-held-phone-dark");
    fan.metNothingUnexpected();
  }

  @Test
  void noMoreSeatsThanAreAllowedAreChosen() {
    Page tab = browser.fan(Device.LIGHT_DESK, hall.origin()).open(SEATS);
    SeatPage.open(tab, "A");
    for (int seat = 1; seat <= 9; seat++) {
      SeatPage.seat(tab, "A01-" + seat).click();
    }
    assertThat(tab.locator("#message")).hasText("You can choose 8 seats at most.");
    assertThat(tab.locator("#map [data-state=chosen]")).hasCount(8);
    assertThat(tab.locator("#hold")).hasText("Hold 8 seats");
  }

  @Test
  void theBestSeatsOfASectionAreHeldAndShown() {
    Page tab = browser.fan(Device.LIGHT_PHONE, hall.origin()).open(SEATS);
    tab.locator("#best summary").click();
    tab.locator("#best-section").selectOption("E");
    tab.locator("#best-count").fill("3");
    tab.locator("#best-hold").click();
    assertThat(tab.locator("#message")).hasText("E01-1, E01-2, E01-3 are held for you.");
    assertThat(tab.locator("#map [data-state=mine]")).hasCount(3);
  }

  /** At the address, with a clock that the test moves. */
  private Page withAClock(BrowserFan fan) {
    Page tab = fan.open("/elsewhere");
    tab.clock().install();
    tab.navigate(hall.origin() + SEATS);
    return tab;
  }

  /** The shop's clock and the browser's go on together. */
  private void passes(Page tab, Duration time) {
    hall.passes(time);
    tab.clock().fastForward(time.toMillis());
  }

  private static String message(Page tab) {
    return String.valueOf(tab.locator("#message").textContent());
  }

  @Test
  void timeThatRunsOutIsWarnedOfAndSaidAndTheChoiceIsKept() {
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, hall.origin());
    Page tab = withAClock(fan);
    SeatPage.holds(tab, "A01-3", "A01-4");
    passes(tab, Duration.ofSeconds(8 * 60 + 10));
    assertThat(tab.locator("#message")).hasText("Two minutes left.");
    assertThat(tab.locator(".held .clock")).containsText(Pattern.compile("1:[0-5]\\d left, until"));
    fan.sees(tab, "78-two-minutes-phone-light");
    // What the test itself takes counts as well: a little at a time, so as not to miss it.
    for (int i = 0; i < 12 && !"Half a minute left.".equals(message(tab)); i++) {
      passes(tab, Duration.ofSeconds(10));
    }
    assertThat(tab.locator("#message")).hasText("Half a minute left.");
    passes(tab, Duration.ofSeconds(60));
    assertThat(tab.locator("#message"))
        .hasText("Your time for A01-3, A01-4 ran out. Your choice is kept: hold it again.");
    assertThat(tab.locator("#choice")).hasText("A01-3, A01-4: €190.00");
    assertThat(tab.locator(".held")).hasCount(0);
    fan.sees(tab, "79-ran-out-phone-light");
    tab.locator("#hold").click();
    assertThat(tab.locator(".held")).hasCount(1);
    fan.metNothingUnexpected();
  }

  @Test
  void aSeatThatSomebodyElseGotAfterTheTimeRanOutIsNamed() {
    Page tab = withAClock(browser.fan(Device.DARK_DESK, hall.origin()));
    SeatPage.holds(tab, "A01-3", "A01-4");
    hall.sellUnseen("A01-4");
    hall.sell("A01-4");
    passes(tab, Duration.ofMinutes(11));
    assertThat(tab.locator("#message"))
        .hasText("Your time for A01-3, A01-4 ran out, and somebody else has A01-4 by now.");
    assertThat(tab.locator("#choice")).hasText("A01-3: €95.00");
  }

  @Test
  void afterASleepTheTimeLeftIsTheShops() {
    Page tab = browser.fan(Device.LIGHT_PHONE, hall.origin()).open(SEATS);
    SeatPage.holds(tab, "A01-3");
    hall.passes(Duration.ofMinutes(7));
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    assertThat(tab.locator(".held .clock")).containsText(Pattern.compile("^[23]:\\d\\d left"));
  }

  @Test
  void moreTimeIsOfferedWhileItCanBeGivenAndOtherwiseThePageSaysWhyNot() {
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, hall.origin());
    Page tab = fan.open(SEATS);
    SeatPage.holds(tab, "A01-3");
    assertThat(tab.locator(".held")).containsText("This event gives no more time.");
    assertThat(tab.locator("[data-act=more]")).hasCount(0);
    hall.grants(Duration.ofMinutes(5));
    tab.reload();
    assertThat(tab.locator("[data-act=more]")).isVisible();
    assertThat(tab.locator(".held")).not().containsText("more time.");
    // It was granted when the page asked, and is not any more.
    hall.grants(null);
    tab.locator("[data-act=more]").click();
    assertThat(tab.locator("#message")).hasText("This event gives no more time.");
    hall.grants(Duration.ofMinutes(5));
    tab.reload();
    tab.locator("[data-act=more]").click();
    assertThat(tab.locator("#message"))
        .hasText(Pattern.compile("You have more time: until \\d\\d:\\d\\d\\."));
    assertThat(tab.locator(".held .clock")).containsText(Pattern.compile("^1[45]:\\d\\d left"));
    assertThat(tab.locator(".held")).containsText("These seats have had their extra time.");
    assertThat(tab.locator("[data-act=more]")).hasCount(0);
    fan.metNothingUnexpected();
  }

  @Test
  void theLiveRegionSpeaksMilestonesAndNeverTheSeconds() {
    Page tab = withAClock(browser.fan(Device.LIGHT_DESK, hall.origin()));
    SeatPage.holds(tab, "A01-3");
    passes(tab, Duration.ofSeconds(7 * 60 + 30));
    tab.evaluate(
        """
        () => {
          window.spoken = [];
          new MutationObserver(() => window.spoken.push(document.getElementById('message').textContent))
            .observe(document.getElementById('message'), { childList: true, characterData: true, subtree: true });
        }""");
    for (int second = 0; second < 60; second++) {
      passes(tab, Duration.ofSeconds(1));
    }
    hall.sell("F01-1");
    assertThat(tab.locator("#message")).hasText("Two minutes left.");
    assertEquals("Two minutes left.", tab.evaluate("window.spoken.join('|')"));
    assertEquals(1, tab.locator("[aria-live], [role=status], [role=alert]").count());
  }

  @Test
  void fourHundredPercentAndLessMotionLeaveEverythingInReach() {
    BrowserFan fan = browser.fan(Device.LIGHT_DESK, hall.origin());
    Page tab = fan.open("/elsewhere");
    tab.setViewportSize(320, 200);
    tab.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
    tab.navigate(hall.origin() + SEATS);
    assertThat(tab.locator("#map [data-section]")).hasCount(6);
    fan.sees(tab, "80-four-hundred-percent");
    tab.locator("#map [data-section=A]").click();
    assertThat(tab.locator("#map")).hasAttribute("data-level", "seats");
    SeatPage.asList(tab);
    SeatPage.seat(tab, "A01-2").click();
    tab.locator("#hold").click();
    assertThat(tab.locator(".held")).hasCount(1);
    fan.sees(tab, "81-four-hundred-percent-held");
    fan.metNothingUnexpected();
  }

  @Test
  void movingAndZoomingFiftyThousandSeatsIsMeasured() {
    inTheStadium();
    for (Device device : new Device[] {Device.LIGHT_PHONE, Device.LIGHT_DESK}) {
      Page tab = browser.fan(device, hall.origin()).open(SEATS);
      assertThat(tab.locator("#map [data-section]")).hasCount(45);
      CDPSession slow = tab.context().newCDPSession(tab);
      JsonObject rate = new JsonObject();
      rate.addProperty("rate", 4);
      slow.send("Emulation.setCPUThrottlingRate", rate);
      System.out.println(device + ", 4 times slower: " + tab.evaluate(FRAMES));
      rate.addProperty("rate", 1);
      slow.send("Emulation.setCPUThrottlingRate", rate);
      assertTrue(tab.locator("[data-seat]").count() < 3_000);
    }
  }

  /**
   * Frames of five seconds each: zooming all the way in and out, then dragging across the seats.
   */
  private static final String FRAMES =
      """
      async () => {
        const map = document.getElementById('map');
        map.setPointerCapture = () => {};
        const { left, top, width, height } = map.getBoundingClientRect();
        const pointer = (type, x, y) => map.dispatchEvent(new PointerEvent(type, {
          bubbles: true, pointerId: 1, pointerType: 'mouse', clientX: left + x, clientY: top + y }));
        const wheel = (deltaY) => map.dispatchEvent(new WheelEvent('wheel', {
          bubbles: true, cancelable: true, deltaY, clientX: left + width / 2, clientY: top + height / 2 }));
        const pause = (millis) => new Promise((done) => setTimeout(done, millis));
        async function run(name, act) {
          const begun = performance.now();
          let [frames, worst, last] = [0, 0, begun];
          while (last - begun < 5000) {
            act((last - begun) / 5000);
            await new Promise(requestAnimationFrame);
            const now = performance.now();
            worst = Math.max(worst, now - last);
            last = now;
            frames += 1;
          }
          return `${name} ${frames} frames in 5 s, the longest ${Math.round(worst)} ms`;
        }
        const zoomed = await run('zoom', (done) => wheel(done < 0.5 ? -25 : 25));
        for (let i = 0; i < 9; i += 1) { wheel(-240); await pause(50); }
        await pause(1000);
        pointer('pointerdown', width / 2, height / 2);
        const dragged = await run('drag', (done) =>
          pointer('pointermove', width / 2 + Math.sin(done * 9) * 300, height / 2 + Math.sin(done * 7) * 200));
        pointer('pointerup', 0, 0);
        return `${zoomed}; ${dragged}`;
      }""";
}
