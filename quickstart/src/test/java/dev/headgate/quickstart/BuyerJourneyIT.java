package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import io.vertx.core.json.JsonObject;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fans in a real browser who buy at the real demo, from the queue to tickets to be scanned. */
class BuyerJourneyIT {
  @RegisterExtension static final BrowserAtDemo STAGE = BrowserAtDemo.with("--on-sale-in", "0");

  @Test
  void twoSeatsArePaidForAndTheirTicketsCanBeScannedAndPrinted() throws Exception {
    BrowserFan fan = STAGE.browser().fan(Device.DARK_PHONE, STAGE.demo().fans());
    Page tab = fan.open("/events/derby/seats");
    holds(tab, "A-3", "A-4");
    assertThat(tab.locator(".lines tfoot td")).hasText("€190.00");
    assertThat(tab.locator("#go")).isEnabled();
    fan.sees(tab, "50-paying-phone-dark");
    pays(tab, "pm_card_visa");
    assertThat(tab.locator("#headline")).hasText("Here are your tickets");
    assertThat(tab.locator(".ticket")).hasCount(2);
    Set<String> codes = codes(tab);
    assertEquals(2, codes.size(), "each ticket its own code");
    assertTrue(codes.stream().allMatch(code -> code.startsWith("hgt1.")), "signed tickets");
    fan.sees(tab, "51-tickets-phone-dark");
    Download pdf = tab.waitForDownload(() -> tab.locator(".ticket a").first().click());
    assertTrue(
        new String(Files.readAllBytes(pdf.path()), StandardCharsets.ISO_8859_1)
            .startsWith("%PDF-"));
    assertEquals(1, charges(order(tab)));
    fan.metNothingUnexpected();
  }

  @Test
  void aFanBuysOnAPhoneFromTheEventsPageOverTheMapToTheTickets() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans());
    Page tab = fan.open("/events/derby");
    assertThat(tab.locator(".facts")).containsText("€45.00 to €95.00");
    assertThat(tab.locator("tbody tr")).hasCount(40);
    fan.sees(tab, "57-event-phone-light");
    tab.locator("a.action").tap();
    SeatPage.open(tab, "G");
    String first = SeatPage.freeInSight(tab);
    SeatPage.seat(tab, first).tap();
    fan.sees(tab, "58-chosen-phone-light");
    tab.locator("#hold").tap();
    assertThat(tab.locator(".held strong")).containsText(first + ": ");
    fan.sees(tab, "59-basket-phone-light");
    tab.locator(".held .pay").tap();
    pays(tab, "pm_sim_slow");
    fan.sees(tab, "61-slow-phone-light");
    assertThat(tab.locator("#headline")).hasText("Here is your ticket");
    assertThat(tab.locator(".ticket h3")).hasText("Seat " + first);
    fan.sees(tab, "62-ticket-phone-light");
    fan.metNothingUnexpected();
  }

  @Test
  void theShopFindsTheBestSeatsOfASectionAndShowsThem() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans());
    Page tab = fan.open("/events/derby/seats");
    SeatPage.asList(tab);
    tab.locator("#best summary").click();
    tab.locator("#best-section").selectOption("E");
    tab.locator("#best-count").fill("3");
    tab.locator("#best-hold").click();
    assertThat(tab.locator("#message")).containsText("are held for you.");
    assertThat(tab.locator("#rows-title")).containsText("Section E");
    assertThat(tab.locator("#rows .mine")).hasCount(3);
    assertThat(tab.locator(".held strong")).containsText("135.00");
    tab.locator("#best-price").fill("1");
    tab.locator("#best-hold").click();
    assertThat(tab.locator("#message")).containsText("Not so many seats are free there.");
    fan.sees(tab, "56-best-phone-light");
  }

  @Test
  void aPaymentWhoseAnswerWasLostIsNotPaidAgainAndEndsInTickets() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans());
    Page tab = fan.open("/events/derby/seats");
    holds(tab, "B-3", "B-4");
    // For as long as the page is looked at; how long that takes is not known.
    faults("{\"dropAnswer\":1000,\"loseWebhook\":1000}");
    pays(tab, "pm_card_visa");
    assertThat(tab.locator("#headline"))
        .hasText("Your payment is being confirmed. Do not pay again.");
    fan.sees(tab, "52-unknown-phone-light");
    faults("{}");
    reloads(tab);
    assertThat(tab.locator("#headline")).hasText("Here are your tickets");
    assertThat(tab.locator(".ticket img")).hasCount(2);
    assertEquals(1, charges(order(tab)));
    fan.metNothingUnexpected();
  }

  @Test
  void aDeclinedCardIsSaidAndTheSeatsAreFreeAgain() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    Page tab = fan.open("/events/derby/seats");
    holds(tab, "C-3", "C-4");
    fan.sees(tab, "53-paying-desk-light");
    pays(tab, "pm_card_chargeDeclined");
    assertThat(tab.locator("#headline")).hasText("This payment did not go through");
    assertThat(tab.locator("main")).containsText("The card was declined, and nothing was taken.");
    fan.sees(tab, "54-declined-desk-light");
    assertEquals(0, charges(order(tab)));
    tab.locator("a.action").click();
    assertThat(tab.locator("#rows button").first()).isVisible();
    assertThat(tab.locator("[data-seat=C-3]")).hasAttribute("aria-disabled", "false");
    fan.metNothingUnexpected();
  }

  @Test
  void aDoubleClickAReloadAndASecondTabPayOnce() {
    BrowserFan fan = STAGE.browser().fan(Device.DARK_DESK, STAGE.demo().fans());
    Page tab = fan.open("/events/derby/seats");
    holds(tab, "D-3", "D-4");
    Page second = fan.open(tab.url().substring(STAGE.demo().fans().toString().length()));
    second.locator("[value=pm_card_visa]").check();
    tab.bringToFront();
    tab.locator("[value=pm_sim_slow]").check();
    tab.locator("#go").dblclick();
    second.bringToFront();
    second.locator("#go").click();
    tab.bringToFront();
    reloads(tab);
    assertThat(tab.locator("#headline")).hasText("Here are your tickets");
    second.bringToFront();
    assertThat(second.locator("#headline")).hasText("Here are your tickets");
    assertEquals(order(tab), order(second));
    assertEquals(1, charges(order(tab)));
    fan.sees(second, "55-tickets-desk-dark");
  }

  @Test
  void aBankThatWantsToBeAskedIsAskedAndTheFanComesBackToTickets() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    Page tab = fan.open("/events/derby/seats");
    holds(tab, "E-3");
    pays(tab, "pm_card_authenticationRequired");
    tab.waitForURL(STAGE.demo().payments() + "/**");
    tab.locator("button").first().click();
    tab.waitForURL(STAGE.demo().fans() + "/orders/**");
    assertThat(tab.locator("#headline")).hasText("Here is your ticket");
    assertEquals(1, charges(order(tab)));
  }

  /** Chooses and holds seats, and goes on to pay for them. */
  private static void holds(Page tab, String... seats) {
    SeatPage.asList(tab);
    for (String seat : seats) {
      tab.locator("[data-seat=" + seat + "]").click();
    }
    tab.locator("#hold").click();
    tab.locator(".held .pay").click();
    tab.waitForURL(STAGE.demo().fans() + "/holds/**");
  }

  private static void pays(Page tab, String card) {
    tab.locator("[value=" + card + "]").check();
    tab.locator("#go").click();
    tab.waitForURL(STAGE.demo().fans() + "/orders/**");
  }

  /** Unless it goes to the order, or shows it anew, by itself at that moment. */
  private static void reloads(Page tab) {
    try {
      tab.reload();
    } catch (PlaywrightException gone) {
      tab.waitForLoadState();
    }
  }

  /** What goes wrong at the processor from now on, in a thousand times. */
  private static void faults(String chances) {
    URI faults = STAGE.demo().payments().resolve("/sim/faults");
    assertEquals(200, new Calls().send("POST", faults, chances).status());
  }

  private static String order(Page tab) {
    return String.valueOf(tab.locator("main").getAttribute("data-order"));
  }

  /** How often money was taken for an order, in the processor's own books. */
  private static int charges(String order) {
    JsonObject ledger;
    try (InputStream books = STAGE.demo().payments().resolve("/sim/ledger").toURL().openStream()) {
      ledger = new JsonObject(new String(books.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ledger.getJsonArray("intents").stream()
        .map(JsonObject.class::cast)
        .filter(intent -> order.equals(intent.getString("orderId")))
        .mapToInt(intent -> intent.getInteger("charges"))
        .sum();
  }

  private static Set<String> codes(Page tab) {
    List<Locator> images = tab.locator(".ticket img").all();
    return images.stream()
        .map(image -> tab.request().get(STAGE.demo().fans() + image.getAttribute("src")).body())
        .map(BuyerJourneyIT::scanned)
        .collect(Collectors.toSet());
  }

  private static String scanned(byte[] png) {
    try {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
      int[] pixels =
          image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
      RGBLuminanceSource light =
          new RGBLuminanceSource(image.getWidth(), image.getHeight(), pixels);
      BinaryBitmap bits = new BinaryBitmap(new HybridBinarizer(light));
      // Nothing but the code is in the picture; looked for as in a photograph, one in many is
      // missed.
      return new QRCodeReader().decode(bits, Map.of(DecodeHintType.PURE_BARCODE, true)).getText();
    } catch (IOException | ReaderException e) {
      throw new AssertionError("no code can be read", e);
    }
  }
}
