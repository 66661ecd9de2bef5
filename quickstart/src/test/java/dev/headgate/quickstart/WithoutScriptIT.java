package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fans whose browser runs no scripts, from the first look to the shop. */
@Tag("soak")
class WithoutScriptIT {
  /** Looked for by text, what stands in a noscript is not found. */
  private static final String JOIN = "form[action*='/places'] button";

  private static final String ADDRESS = "/events/derby/seats?from=mail&name=J%C3%B6rg";
  private static final String ME = "/queue/derby/places/me";

  private static HeadlessBrowser browser;

  @BeforeAll
  static void start() {
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(90_000);
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void aFanJoinsWaitsIsDrawnIsCalledAndGoesInToTheAddressFirstAskedFor() {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "3600", "--rate", "60")) {
      OperatorDesk desk = new OperatorDesk(demo);
      BrowserFan fan = browser.fanWithoutScripts(Device.DARK_PHONE, demo.fans());
      Page tab = fan.open(ADDRESS);
      looksGood(demo, Device.DARK_PHONE, tab, "70-plain-inline");
      tab.locator(JOIN).click();
      assertThat(tab.locator("#headline")).hasText("You are in the draw");
      assertThat(tab.locator("#arrival")).hasText("1");
      looksGood(demo, Device.DARK_PHONE, tab, "71-plain-draw");
      desk.crowdJoins(40);

      BrowserFan late = browser.fanWithoutScripts(Device.LIGHT_DESK, demo.fans());
      waitsInLine(demo, desk, late);

      assertThat(tab.locator("#headline")).hasText("It is your turn");
      assertThat(tab.locator("#countdown")).hasText(Pattern.compile("0\\d:\\d\\d"));
      looksGood(demo, Device.DARK_PHONE, tab, "75-plain-called");
      tab.locator("#enter").click();
      tab.waitForURL(demo.fans() + ADDRESS);
      assertThat(tab.locator("noscript *").first()).containsText("needs JavaScript");
      leavesAndJoinsAgain(demo, tab);
      whoKeepsNoCookieIsToldSo(demo);
      fan.metNothingUnexpected();
      late.metNothingUnexpected();
    }
  }

  /** Behind the others, while the operator speaks and pauses; the page comes by itself to it. */
  private static void waitsInLine(DemoProcess demo, OperatorDesk desk, BrowserFan late) {
    Page tab = late.open("/queue/derby");
    looksGood(demo, Device.LIGHT_DESK, tab, "72-plain-queue");
    tab.locator(JOIN).click();
    assertThat(tab.locator("#arrival")).hasText("42");
    tab.locator("nav a[lang=de]").click();
    assertThat(tab.locator("#headline")).hasText("Sie nehmen an der Auslosung teil");
    tab.locator("nav a[lang=en]").click();
    desk.startsNow();
    desk.dial(600);
    assertThat(tab.locator("#position")).hasText(Pattern.compile("\\d+"));
    desk.say("Doors open at 18:30. Bring an ID that matches your ticket.");
    desk.pause("We are checking the map of seats.");
    assertThat(tab.locator("#reason")).hasText("We are checking the map of seats.");
    for (Device device : Device.values()) {
      BrowserFan other = browser.fanWithoutScripts(device, demo.fans()).withCookiesOf(late);
      Page copy = other.open(ME + (device == Device.LIGHT_PHONE ? "?lang=ar" : ""));
      assertThat(copy.locator("#reason")).isVisible();
      assertThat(copy.locator("#message")).containsText("Doors open at 18:30.");
      looksGood(demo, device, copy, "73-plain-paused");
      other.metNothingUnexpected();
    }
    desk.resume();
    assertThat(tab.locator("#reason")).hasCount(0);
  }

  /** Of a page that may be coming anew by itself, which nobody can read at that moment. */
  private static String content(Page tab) {
    for (int tries = 0; ; tries++) {
      try {
        tab.waitForLoadState();
        return tab.content();
      } catch (PlaywrightException changing) {
        assertTrue(tries < 5, changing::toString);
      }
    }
  }

  private static void leavesAndJoinsAgain(DemoProcess demo, Page tab) {
    tab.navigate(demo.fans() + ME);
    assertThat(tab.locator("#headline")).hasText("You are in");
    looksGood(demo, Device.DARK_PHONE, tab, "76-plain-inside");
    tab.locator("#leave").click();
    assertThat(tab.locator("#headline")).hasText("Your turn is over");
    looksGood(demo, Device.DARK_PHONE, tab, "77-plain-over");
    tab.locator("#join").click();
    assertThat(tab.locator("#arrival")).hasText("43");
  }

  /** Comes from the form with nothing to show for it. */
  private static void whoKeepsNoCookieIsToldSo(DemoProcess demo) {
    Page tab = browser.fanWithoutScripts(Device.DARK_PHONE, demo.fans()).open(ME + "?why=joined");
    assertThat(tab.locator("#headline")).hasText("Please allow cookies");
    looksGood(demo, Device.DARK_PHONE, tab, "78-plain-cookies");
    tab.context().close();
  }

  /**
   * Takes a picture, and has the rules of accessibility run over the same document in a browser
   * that has scripts, where what is there for browsers without them stands in the open.
   */
  private static void looksGood(DemoProcess demo, Device device, Page tab, String name) {
    String shot = name + "-" + device.name().toLowerCase(Locale.ROOT);
    tab.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setPath(Path.of("target", "screenshots", shot + ".png")));
    String inTheOpen =
        content(tab)
            .replaceAll("<meta http-equiv=\"refresh\"[^>]*>", "")
            .replaceAll("</?noscript>", "")
            .replaceAll("<script[^>]*></script>", "");
    BrowserFan checker = browser.fan(device, demo.fans());
    Page copy = checker.blank();
    copy.route(
        address -> address.endsWith("/the-same"),
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("text/html; charset=utf-8")
                    .setBody(inTheOpen)));
    copy.navigate(demo.fans() + "/the-same");
    checker.sees(copy, shot + "-checked");
    checker.metNothingUnexpected();
  }
}
