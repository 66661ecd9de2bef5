package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Fans in a real browser at an event that binds places to keys, and somebody with their cookies.
 */
class BoundFanIT {
  private static final String SEATS = "/events/derby/seats";

  private static HeadlessBrowser browser;
  private static DemoProcess demo;

  @BeforeAll
  static void start() {
    demo = DemoProcess.start("--on-sale-in", "0", "--dpop");
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(90_000);
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

  @Test
  void aFanWithTheKeyHoldsSeatsAndSomebodyWithTheirCookiesNeitherClaimsNorHolds() {
    BrowserFan fan = browser.fan(Device.LIGHT_PHONE, demo.fans());
    List<String> proofs = new CopyOnWriteArrayList<>();
    Page tab = fan.open("/events");
    tab.onRequest(
        request -> Optional.ofNullable(request.headers().get("dpop")).ifPresent(proofs::add));
    tab.navigate(demo.fans() + SEATS);
    holds(tab, "A-3");
    tab.reload();
    holds(tab, "A-9");
    assertThat(tab.locator(".held")).hasCount(2);
    assertEquals(3, proofs.size(), "one for the turn, one for each hold: none was refused");
    keyCannotBeRead(tab);

    BrowserFan thief = browser.fan(Device.DARK_DESK, demo.fans()).withCookiesOf(fan);
    Page theirs = thief.open(SEATS);
    assertThat(theirs.locator("#rows button").first()).isVisible();
    theirs.locator("[data-seat=C-3]").click();
    theirs.locator("#hold").click();
    assertThat(theirs.locator("#message"))
        .containsText("bound to the browser that queued, and this one does not have its key");
    // A guest is who the admission says, so what the fan holds is seen; nothing is added.
    assertThat(theirs.locator(".held")).hasCount(2);
    assertEquals("401 proof-required", posts(theirs, "/queue/derby/admissions", null));
    assertEquals("401 proof-required", posts(theirs, "/events/derby/holds", null));
    for (String seen : proofs) {
      assertEquals("401 proof-invalid", posts(theirs, "/queue/derby/admissions", seen));
      assertEquals("401 proof-invalid", posts(theirs, "/events/derby/holds", seen));
    }

    tab.bringToFront();
    holds(tab, "B-5");
    fan.metNothingUnexpected();
  }

  @Test
  void aBrowserThatHasLostTheKeySaysSoAndJoinsAgainWithOneOfItsOwn() {
    BrowserFan fan = browser.fan(Device.LIGHT_DESK, demo.fans());
    Page tab = fan.open(SEATS);
    assertThat(tab.locator("#rows button").first()).isVisible();
    BrowserFan other = browser.fan(Device.DARK_PHONE, demo.fans()).withPlaceOf(fan);
    Page theirs = other.open("/queue/derby");
    assertThat(theirs.locator("#headline")).hasText("This place belongs to another browser");
    other.sees(theirs, "60-stranger-phone-dark");
    String before = other.place();
    theirs.locator("#rejoin").click();
    theirs.waitForURL(demo.fans() + SEATS);
    holds(theirs, "D-3");
    assertNotEquals(before, other.place());
  }

  private static void holds(Page tab, String seat) {
    assertThat(tab.locator("#rows button").first()).isVisible();
    tab.locator("[data-seat=" + seat + "]").click();
    tab.locator("#hold").click();
    assertThat(
            tab.locator(".held strong")
                .filter(new Locator.FilterOptions().setHasText(Pattern.compile("^" + seat + ":"))))
        .isVisible();
  }

  private static void keyCannotBeRead(Page tab) {
    Object outcome =
        tab.evaluate(
            """
            () => new Promise((done) => {
              const open = indexedDB.open('headgate', 1);
              open.onsuccess = () => {
                const kept = open.result.transaction('keys').objectStore('keys').get('derby');
                kept.onsuccess = () => crypto.subtle.exportKey('jwk', kept.result.privateKey)
                  .then(() => done('read'), (refused) => done(refused.name));
              };
            })""");
    assertEquals("InvalidAccessError", outcome);
  }

  /** Status and problem of a POST with the tab's cookies, and a proof if there is one. */
  private static String posts(Page tab, String path, @Nullable String proof) {
    RequestOptions options =
        RequestOptions.create()
            .setHeader("Content-Type", "application/json")
            .setHeader("Accept", "application/json")
            .setData(path.endsWith("/holds") ? "{\"seats\":[\"C-9\"]}" : "{}");
    APIResponse answer =
        tab.request()
            .post(demo.fans() + path, proof == null ? options : options.setHeader("DPoP", proof));
    String type = new JsonObject(answer.text()).getString("type", "");
    return answer.status() + " " + type.replace("urn:headgate:problem:", "");
  }
}
