package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.headgate.booking.http.PagesOnShow;
import dev.headgate.booking.http.PagesOnShow.Answer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The payment page and the order page in a real browser, in every state a purchase can have. */
class BuyingPagesIT {
  private static final String ORDER = "/orders/o1?t=k";
  private static final Duration LONG = Duration.ofMinutes(10);

  private static HeadlessBrowser browser;
  private PagesOnShow shop;

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

  @BeforeEach
  void openShop() {
    shop = PagesOnShow.open();
  }

  @AfterEach
  void closeShop() {
    shop.close();
  }

  @Test
  @Tag("soak")
  void everyStateCanBeReadOnEveryDevice() {
    for (Device device : Device.values()) {
      BrowserFan fan = browser.fan(device, shop.origin());
      Page tab = fan.open("/holds/h1");
      assertThat(tab.locator("#go")).isEnabled();
      fan.sees(tab, "pay-active-" + device);
      for (String status : List.of("paying", "converted")) {
        becomes(tab, status);
        assertThat(tab.locator("#message")).isVisible();
        fan.sees(tab, "pay-" + status + "-" + device);
      }
      for (String status : List.of("expired", "released")) {
        becomes(tab, status);
        assertThat(tab.locator("h1")).isVisible();
        fan.sees(tab, "pay-" + status + "-" + device);
      }
      shop.holdIs("active", LONG);
      for (String status :
          List.of("pending_payment", "confirmed", "failed", "refund_due", "refunded")) {
        shop.orderIs(PagesOnShow.order(status));
        tab.navigate(shop.origin() + ORDER);
        assertThat(tab.locator("#headline")).isVisible();
        fan.sees(tab, "order-" + status + "-" + device);
      }
      shop.orderIs(PagesOnShow.order("confirmed").put("refundDueCents", 19_000));
      tab.navigate(shop.origin() + ORDER);
      assertThat(tab.locator("main")).containsText("Your tickets stay good.");
      fan.sees(tab, "order-charged-twice-" + device);
      fan.metNothingUnexpected();
    }
  }

  /** Shows the hold anew, from a page that does not notice the change and load itself again. */
  private void becomes(Page tab, String status) {
    tab.navigate("about:blank");
    shop.holdIs(status, LONG);
    tab.navigate(shop.origin() + "/holds/h1");
  }

  @Test
  void aLostAnswerABusyShopAndAReloadAllAskForTheSamePaymentAgain() {
    shop.willAnswer(new Answer(0, "", ""), new Answer(503, "busy", "/"));
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, shop.origin());
    Page tab = fan.open("/holds/h1");
    tab.locator("#email").fill("fan@example.org");
    tab.locator("[value=pm_sim_slow]").check();
    tab.locator("#go").dblclick();
    // The third is never answered: the fan reloads meanwhile.
    await().until(() -> shop.keys().size() == 3);
    assertThat(tab.locator("#go")).isDisabled();
    assertThat(tab.locator("#clock")).isHidden();
    shop.willAnswer(new Answer(409, "in-progress", ORDER));
    tab.reload();
    tab.waitForURL(shop.origin() + ORDER);
    assertEquals(4, shop.keys().size());
    assertEquals(1, Set.copyOf(shop.keys()).size(), "one key: " + shop.keys());
    assertEquals(
        Set.of("{\"paymentMethod\":\"pm_sim_slow\",\"email\":\"fan@example.org\"}"),
        Set.copyOf(shop.bodies()));
    assertFalse(shop.keys().get(0).isEmpty());
  }

  @Test
  void aChoiceThatIsRefusedSaysWhichSeatAndWhatToDo() {
    BrowserFan fan = browser.fan(Device.DARK_PHONE, shop.origin());
    Page tab = fan.open("/events/derby/seats");
    SeatPage.asList(tab);
    shop.leavesSingle("A-1");
    tab.locator("[data-seat=A-2]").click();
    tab.locator("#hold").click();
    assertThat(tab.locator("#message"))
        .hasText("That would leave a single seat: A-1. Please choose next to it, or take it, too.");
    assertThat(tab.locator("#choice")).containsText("A-2");
    fan.sees(tab, "seats-single-phone-dark");
    shop.allowsHolds(2);
    tab.locator("#hold").click();
    assertThat(tab.locator("#message"))
        .hasText("You can have 2 holds at a time. Pay for one or release one first.");
  }

  @Test
  void aRefusalThatBeganNothingIsSaidAndTheNextTryIsANewPayment() {
    shop.willAnswer(
        new Answer(400, "invalid-email", "/"),
        new Answer(503, "payments-off", "/"),
        new Answer(201, "", ORDER));
    BrowserFan fan = browser.fan(Device.DARK_DESK, shop.origin());
    Page tab = fan.open("/holds/h1");
    tab.locator("#email").fill("fan@localhost");
    tab.locator("#go").click();
    assertThat(tab.locator("#message"))
        .hasText("This e-mail address cannot be used. Nothing was charged.");
    assertThat(tab.locator("#clock")).isVisible();
    assertThat(tab.locator("#email")).isFocused();
    fan.sees(tab, "pay-refused-desk-dark");
    tab.locator("#email").fill("");
    tab.locator("#go").click();
    assertThat(tab.locator("#message")).containsText("Nothing can be paid for at the moment.");
    tab.locator("#go").click();
    tab.waitForURL(shop.origin() + ORDER);
    assertEquals(3, Set.copyOf(shop.keys()).size());
  }

  @Test
  void theOrderPageShowsTheOutcomeByItselfAndNeverPaysOrSaysFailedBefore() {
    BrowserFan fan = browser.fan(Device.DARK_PHONE, shop.origin());
    Page tab = fan.open(ORDER);
    assertThat(tab.locator("#headline"))
        .hasText("Your payment is being confirmed. Do not pay again.");
    assertFalse(tab.content().toLowerCase(Locale.ROOT).contains("failed"));
    shop.orderIs(PagesOnShow.order("confirmed"));
    assertThat(tab.locator("#headline")).hasText("Here are your tickets");
    assertThat(tab.locator("#news")).hasText("Here are your tickets");
    assertThat(tab.locator(".ticket")).hasCount(2);
    assertThat(tab).hasTitle("Here are your tickets: Derby <1>");
    assertEquals(List.of(), shop.keys());
    fan.metNothingUnexpected();
  }

  @Test
  void whoMustAskTheirBankGoesThereOnceByThemselvesAndThenByHand() {
    String bank = shop.origin() + "/bank?a=1&b=2";
    shop.orderIs(PagesOnShow.order("pending_payment").put("redirectUrl", bank));
    BrowserFan fan = browser.fan(Device.LIGHT_DESK, shop.origin());
    Page tab = fan.open(ORDER);
    // It goes within moments: what it shows is looked at when it stays.
    tab.waitForURL(bank);
    tab.navigate(shop.origin() + ORDER);
    shop.orderIs(PagesOnShow.order("pending_payment").put("redirectUrl", bank).put("reason", "y"));
    assertThat(tab.locator("main")).hasAttribute("data-state", Pattern.compile(".*/y/.*"));
    assertThat(tab.locator("#bank")).hasAttribute("href", bank);
    fan.sees(tab, "order-bank-desk-light");
    tab.locator("#bank").click();
    tab.waitForURL(bank);
    fan.metNothingUnexpected();
  }

  @Test
  void aPageThatIsShownAgainBeforeItGoesToTheBankGoesThereAllTheSame() {
    String bank = shop.origin() + "/bank";
    JsonObject before = PagesOnShow.order("pending_payment").put("redirectUrl", bank);
    JsonObject after = before.copy().put("reason", "y");
    shop.orderIs(before);
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, shop.origin());
    Page tab = fan.blank();
    tab.clock().install(new Clock.InstallOptions().setTime(0));
    // It stands still: nothing goes anywhere before this test says so.
    tab.clock().pauseAt(LONG.toMillis());
    // The page and its first look: between the two the order has moved on.
    tab.route(
        url -> url.endsWith(ORDER),
        route -> {
          if ("application/json".equals(route.request().headers().get("accept"))) {
            shop.orderIs(after);
          }
          route.resume();
        },
        new Page.RouteOptions().setTimes(2));
    tab.navigate(shop.origin() + ORDER);
    assertThat(tab.locator("main")).hasAttribute("data-state", Pattern.compile(".*/y/.*"));
    assertThat(tab).hasURL(shop.origin() + ORDER);
    tab.clock().runFor(1_500);
    tab.waitForURL(bank);
    fan.metNothingUnexpected();
  }

  @Test
  void anAddressThatIsNoWebPageIsNoWayToABank() {
    shop.orderIs(PagesOnShow.order("pending_payment").put("redirectUrl", "javascript:alert(1)"));
    Page tab = browser.fan(Device.LIGHT_DESK, shop.origin()).open(ORDER);
    assertThat(tab.locator("#headline")).containsText("Do not pay again.");
    assertThat(tab.locator("#bank")).hasCount(0);
  }

  @Test
  void theCountdownFollowsTheServerAndAtItsEndTheServerSaysWhatBecameOfTheSeats() {
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, shop.origin());
    Page tab = fan.open("/holds/h1");
    assertThat(tab.locator("#left")).hasText(Pattern.compile("(10:00|9:\\d\\d) left"));
    // As after a sleep: what this page believed is old.
    shop.holdIs("active", Duration.ofSeconds(95));
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    assertThat(tab.locator("#left")).hasText(Pattern.compile("1:[0-3]\\d left"));
    shop.holdIs("active", Duration.ofSeconds(3));
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    assertThat(tab.locator("h1")).hasText("Your time ran out");
    assertThat(tab.locator("main")).containsText("A-3, A-4 are on sale again.");
  }

  @Test
  void givingBackTheSeatsLeadsToTheMap() {
    Page tab = browser.fan(Device.DARK_PHONE, shop.origin()).open("/holds/h1");
    tab.locator("#release").click();
    tab.waitForURL(shop.origin() + "/events/derby/seats");
  }
}
