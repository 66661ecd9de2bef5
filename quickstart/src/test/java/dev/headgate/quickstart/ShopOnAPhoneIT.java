package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.headgate.booking.config.EventSettings.Preset;
import dev.headgate.booking.http.PagesOnShow;
import dev.headgate.quickstart.DemoPlan.Dialled;
import dev.headgate.quickstart.DemoPlan.Listeners;
import dev.headgate.quickstart.DemoPlan.Servers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fans on small phones who read other languages than English, by what they see and touch. */
@Tag("soak")
class ShopOnAPhoneIT {
  private static final int WIDTH = 360;
  private static final Duration LONG = Duration.ofMinutes(10);

  private static HeadlessBrowser browser;
  private static Demo demo;

  @BeforeAll
  static void start() {
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(90_000);
    DemoPlan plan =
        new DemoPlan(
            "derby",
            6_000,
            Preset.GENERAL,
            new Dialled(1_200, 500),
            false,
            Duration.ofSeconds(8),
            new Listeners(FreePort.next(), FreePort.next(), FreePort.nextOfTwo()),
            Servers.EMBEDDED);
    demo = Demo.start(plan, new ImpatientShop(), InstantSource.system(), starting -> {});
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

  private static BrowserFan phone(String locale, ColorScheme scheme, URI origin) {
    return browser.fan(
        new Browser.NewContextOptions()
            .setViewportSize(WIDTH, 740)
            .setDeviceScaleFactor(2)
            .setIsMobile(true)
            .setHasTouch(true)
            .setColorScheme(scheme)
            .setLocale(locale),
        origin);
  }

  @Test
  void aFanBuysInGermanFromTheQueueOverTheMapToTheTickets() {
    BrowserFan fan = phone("de-DE", ColorScheme.DARK, demo.addresses().fans()).whoGoesInByHand();
    Page tab = fan.open("/events/derby");
    assertThat(heading(tab, "Derby")).isVisible();
    assertThat(tab.locator("main")).containsText("45,00 € bis 95,00 €");
    sees(fan, tab, "de", "event-phone-de");
    link(tab, "Plätze wählen").tap();
    // Whether the fan comes before the draw or after it, the turn is shown and waits for a touch.
    assertThat(tab.locator("html")).hasAttribute("lang", "de");
    fan.sees(tab, "queue-phone-de");
    assertThat(heading(tab, "Sie sind an der Reihe")).isVisible();
    sees(fan, tab, "de", "turn-phone-de");
    tab.getByText("Jetzt eintreten", new Page.GetByTextOptions().setExact(true)).tap();
    String seat = choosesByTouch(fan, tab);
    holds(fan, tab, seat);
    pays(fan, tab, seat);
    fan.metNothingUnexpected();
  }

  private static String choosesByTouch(BrowserFan fan, Page tab) {
    Locator section =
        button(tab, Pattern.compile("^Section B, [\\d.]+ frei von [\\d.]+, 95,00\\s€$"));
    assertThat(section).isVisible();
    sees(fan, tab, "de", "map-phone-de");
    section.tap();
    assertThat(tab.getByRole(AriaRole.CHECKBOX).first()).isVisible();
    SeatPage.rest(tab);
    String id = SeatPage.freeInSight(tab);
    Locator seat =
        tab.getByRole(
            AriaRole.CHECKBOX,
            new Page.GetByRoleOptions()
                .setName(Pattern.compile("^Platz " + id + ", frei, 95,00\\s€$")));
    seat.tap();
    assertThat(seat).isChecked();
    sees(fan, tab, "de", "chosen-phone-de");
    return id;
  }

  private static void holds(BrowserFan fan, Page tab, String seat) {
    button(tab, Pattern.compile("^Reservieren$")).tap();
    assertThat(heading(tab, "Für Sie reserviert")).isVisible();
    assertThat(tab.getByRole(AriaRole.STATUS)).hasText(seat + " ist für Sie reserviert.");
    Locator more = button(tab, Pattern.compile("^Mehr Zeit für " + seat + "$"));
    more.tap();
    assertThat(tab.getByRole(AriaRole.STATUS))
        .hasText(Pattern.compile("Sie haben mehr Zeit: bis \\d\\d:\\d\\d\\."));
    assertThat(more).hasCount(0);
    assertThat(tab.getByText("Diese Plätze haben ihre zusätzliche Zeit schon bekommen."))
        .isVisible();
    sees(fan, tab, "de", "basket-phone-de");
    link(tab, seat + " bezahlen").tap();
  }

  private static void pays(BrowserFan fan, Page tab, String seat) {
    assertThat(heading(tab, "Zahlung")).isVisible();
    assertThat(tab.getByRole(AriaRole.TIMER)).hasText(Pattern.compile("noch 1\\d:\\d\\d"));
    Locator pay = button(tab, Pattern.compile("^95,00\\s€ bezahlen$"));
    assertThat(pay).isEnabled();
    tab.getByLabel("E-Mail-Adresse für Ihre Tickets").fill("fan@example.org");
    tab.getByLabel("Eine Karte, die sofort zahlt").check();
    sees(fan, tab, "de", "pay-phone-de");
    pay.click();
    assertThat(tab.locator("h1")).hasText("Hier ist Ihr Ticket");
    Locator code =
        tab.getByRole(
            AriaRole.IMG,
            new Page.GetByRoleOptions().setName("QR-Code des Tickets für Platz " + seat));
    code.scrollIntoViewIfNeeded();
    assertThat(code).isVisible();
    await().until(() -> (Integer) code.evaluate("e => e.naturalWidth") > 0);
    assertThat(
            tab.getByRole(
                AriaRole.LINK,
                new Page.GetByRoleOptions().setName(Pattern.compile("^PDF zum Drucken"))))
        .isVisible();
    assertThat(tab.locator("main")).containsText("Bestellung");
    sees(fan, tab, "de", "tickets-phone-de");
  }

  @Test
  void moneyThatCameTooLateGoesBackAndTheFanSeesIt() throws Exception {
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, demo.addresses().fans());
    Page tab = fan.open("/events/derby/seats");
    SeatPage.holds(tab, "C-3", "C-4");
    tab.locator(".held .pay").click();
    tab.getByLabel("A payment that comes too late").check();
    tab.locator("#go").click();
    assertThat(tab.locator("#headline")).hasText("This payment did not go through");
    fan.sees(tab, "refund-failed-phone-light");
    faults("{\"errorBefore\":1000}");
    comesBackUntil(tab, "Your money is on its way back");
    assertThat(tab.locator("main")).containsText("€190.00 goes back to the card you paid with.");
    fan.sees(tab, "refund-due-phone-light");
    faults("{}");
    // The page has been waiting for it: nobody loads it again.
    assertThat(tab.locator("#headline")).hasText("Your money was given back");
    assertThat(tab.locator("#news")).hasText("Your money was given back");
    assertThat(tab.locator("main")).containsText("€190.00 was given back to the card");
    fan.sees(tab, "refunded-phone-light");
    link(tab, "Choose other seats").click();
    assertThat(SeatPage.seat(tab, "C-3")).hasAttribute("aria-disabled", "false");
    fan.metNothingUnexpected();
  }

  private static void comesBackUntil(Page tab, String headline) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              tab.reload();
              return headline.equals(tab.locator("#headline").textContent());
            });
  }

  /** What goes wrong at the processor from now on. */
  private static void faults(String chances) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(demo.payments().resolve("/sim/faults"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(chances))
            .build();
    assertEquals(
        200, HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode());
  }

  @Test
  void everyPageCanBeReadFromRightToLeft() {
    try (PagesOnShow shop = PagesOnShow.open()) {
      BrowserFan fan = phone("ar", ColorScheme.LIGHT, shop.origin());
      Page tab = fan.blank();
      for (String status : List.of("active", "paying", "converted", "expired", "released")) {
        // From a page that does not notice the change and load itself again.
        tab.navigate("about:blank");
        shop.holdIs(status, LONG);
        tab.navigate(shop.origin() + "/holds/h1");
        assertThat(tab.locator("h1")).isVisible();
        sees(fan, tab, "ar", "ar-pay-" + status);
      }
      for (String status :
          List.of("pending_payment", "confirmed", "failed", "refund_due", "refunded")) {
        shop.orderIs(PagesOnShow.order(status));
        tab.navigate(shop.origin() + "/orders/o1?t=k");
        sees(fan, tab, "ar", "ar-order-" + status);
      }
    }
    BrowserFan fan = phone("ar", ColorScheme.LIGHT, demo.addresses().fans());
    Page tab = fan.open("/events");
    sees(fan, tab, "ar", "ar-events");
    link(tab, "Derby").tap();
    tab.waitForURL("**/events/derby");
    sees(fan, tab, "ar", "ar-event");
    tab.navigate(demo.addresses().fans() + "/events/derby/seats");
    assertThat(tab.locator("#map [data-section]").first()).isVisible();
    assertThat(tab.locator("html")).hasAttribute("dir", "rtl");
    sees(fan, tab, "ar", "ar-map");
    SeatPage.open(tab, "D");
    SeatPage.seat(tab, SeatPage.freeInSight(tab)).tap();
    sees(fan, tab, "ar", "ar-seats");
    tab.locator("#hold").tap();
    assertThat(tab.locator(".held")).isVisible();
    sees(fan, tab, "ar", "ar-basket");
    tab.locator("#view-list").check();
    tab.locator("#picker summary").tap();
    sees(fan, tab, "ar", "ar-list");
    tab.navigate(demo.addresses().fans() + "/events/derby/holds");
    sees(fan, tab, "ar", "ar-holds");
    tab.navigate(demo.addresses().fans() + "/orders/none");
    assertThat(tab.locator("h1")).hasText("هذا ليس لك");
    sees(fan, tab, "ar", "ar-none");
  }

  @Test
  void whatLeadsToThePaymentCanBeReadOnEveryDevice() {
    for (Device device : Device.values()) {
      BrowserFan fan = browser.fan(device, demo.addresses().fans());
      Page tab = fan.open("/events");
      link(tab, "Derby").click();
      tab.waitForURL("**/events/derby");
      assertThat(heading(tab, "Derby")).isVisible();
      fan.sees(tab, "shop-event-" + device);
      tab.navigate(demo.addresses().fans() + "/events/derby/seats");
      assertThat(tab.locator("#map [data-section]").first()).isVisible();
      fan.sees(tab, "shop-map-" + device);
      tab.navigate(demo.addresses().fans() + "/events/derby/holds");
      fan.sees(tab, "shop-holds-" + device);
      tab.navigate(demo.addresses().fans() + "/orders/none");
      tab.getByText("Language: English").click();
      fan.sees(tab, "shop-none-" + device);
    }
  }

  @Test
  void aLanguageChosenByHandHoldsOnEveryPageAndInTheQueue() {
    BrowserFan fan = phone("en-GB", ColorScheme.LIGHT, demo.addresses().fans());
    Page tab = fan.open("/events/derby");
    tab.getByText("Language: English").tap();
    link(tab, "한국어").tap();
    assertThat(tab.locator("html")).hasAttribute("lang", "ko");
    // The queue last: its page goes on by itself, and would be in the way of an address.
    for (String path : List.of("/events", "/events/derby", "/orders/none", "/queue/derby")) {
      tab.navigate(demo.addresses().fans() + path);
      assertThat(tab.locator("html")).hasAttribute("lang", "ko");
    }
    tab.waitForURL(demo.addresses().fans() + "/events/derby/seats");
    assertThat(tab.locator("#choice")).hasText("선택한 좌석 없음");
  }

  @Test
  void noLanguageIsTooLongForAPhone() {
    try (PagesOnShow shop = PagesOnShow.open()) {
      shop.orderIs(PagesOnShow.order("refund_due"));
      BrowserFan fan = phone("en-GB", ColorScheme.LIGHT, shop.origin());
      Page tab = fan.blank();
      for (String tag : List.of("de", "es", "fr", "it", "pt", "hi", "ja", "ko")) {
        for (String path :
            List.of("/holds/h1?lang=", "/orders/o1?t=k&lang=", "/events/derby/seats?lang=")) {
          tab.navigate(shop.origin() + path + tag);
          assertThat(tab.locator("html")).hasAttribute("lang", tag);
          fits(tab, tag + " " + path);
        }
      }
    }
  }

  private static void sees(BrowserFan fan, Page tab, String language, String phase) {
    assertThat(tab.locator("html")).hasAttribute("lang", language);
    fits(tab, phase);
    fan.sees(tab, phase);
  }

  /** A phone shows what is too wide smaller, so that there is nothing left to scroll. */
  private static void fits(Page tab, String phase) {
    Object width = tab.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)");
    assertEquals(WIDTH, width, phase + ": as wide as the phone");
    assertTrue(tab.title().length() > 2, phase);
  }

  private static Locator heading(Page tab, String name) {
    return tab.getByRole(
        AriaRole.HEADING, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator link(Page tab, String name) {
    return tab.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator button(Page tab, Pattern name) {
    return tab.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
  }
}
