package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Fans in a real browser at an event that binds places to keys, and somebody with their cookies.
 */
@Tag("soak")
class BoundFanIT {
  private static final String SEATS = "/events/derby/seats";
  private static final String NOT_THIS_BROWSER =
      "bound to the browser that queued, and this one does not have its key";

  @RegisterExtension
  static final BrowserAtDemo STAGE = BrowserAtDemo.with("--on-sale-in", "0", "--dpop");

  @Test
  void aFanWithTheKeyHoldsSeatsAndSomebodyWithTheirCookiesNeitherClaimsNorHolds() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans());
    List<String> proofs = new CopyOnWriteArrayList<>();
    Page tab = fan.open("/events");
    tab.onRequest(
        request -> Optional.ofNullable(request.headers().get("dpop")).ifPresent(proofs::add));
    tab.navigate(STAGE.demo().fans() + SEATS);
    holds(tab, "A-3");
    tab.reload();
    holds(tab, "A-9");
    assertThat(tab.locator(".held")).hasCount(2);
    keyCannotBeRead(tab);

    BrowserFan thief =
        STAGE.browser().fan(Device.DARK_DESK, STAGE.demo().fans()).withCookiesOf(fan);
    Page theirs = thief.open(SEATS);
    SeatPage.asList(theirs);
    theirs.locator("[data-seat=C-3]").click();
    theirs.locator("#hold").click();
    assertThat(theirs.locator("#message")).containsText(NOT_THIS_BROWSER);
    assertThat(theirs.locator(".held")).hasCount(0);
    assertEquals("401 proof-required", asks(theirs, "POST", "/queue/derby/admissions", null));
    assertEquals("401 proof-required", asks(theirs, "POST", "/events/derby/holds", null));
    for (String seen : proofs) {
      assertEquals("401 proof-invalid", asks(theirs, "POST", "/queue/derby/admissions", seen));
      assertEquals("401 proof-invalid", asks(theirs, "POST", "/events/derby/holds", seen));
      assertEquals("401 proof-invalid", asks(theirs, "GET", "/events/derby/holds", seen));
    }

    tab.bringToFront();
    holds(tab, "B-5");
    fan.metNothingUnexpected();
  }

  @Test
  void whatAFanHoldsIsReleasedAndPaidForWithTheKeyAndNotWithEveryCookieOfTheirs() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    List<String> proofs = new CopyOnWriteArrayList<>();
    Page tab = fan.open("/events");
    tab.onRequest(
        request -> Optional.ofNullable(request.headers().get("dpop")).ifPresent(proofs::add));
    tab.navigate(STAGE.demo().fans() + SEATS);
    holds(tab, "E-3");
    holds(tab, "E-9");
    String hold = "/holds/" + line(tab, "E-3").getAttribute("data-hold");

    BrowserFan thief =
        STAGE.browser().fan(Device.DARK_PHONE, STAGE.demo().fans()).withEveryCookieOf(fan);
    Page theirs = thief.open(SEATS);
    assertThat(theirs.locator("#message")).containsText(NOT_THIS_BROWSER);
    assertThat(theirs.locator(".held")).hasCount(0);
    theirs.navigate(STAGE.demo().fans() + hold);
    assertThat(theirs.locator("#message")).containsText(NOT_THIS_BROWSER);
    assertThat(theirs.locator("#go")).hasCount(0);
    for (String[] call : callsAt(hold)) {
      assertEquals("401 proof-required", asks(theirs, call[0], call[1], null), call[1]);
      for (String seen : proofs) {
        assertEquals("401 proof-invalid", asks(theirs, call[0], call[1], seen), call[1]);
      }
    }

    tab.bringToFront();
    line(tab, "E-9").locator(".release").click();
    assertThat(tab.locator("#message")).containsText("E-9 released");
    line(tab, "E-3").locator(".pay").click();
    assertThat(tab.locator("#go")).isEnabled();
    tab.locator("#go").click();
    assertThat(tab.locator("#headline")).hasText("Here is your ticket");
    fan.metNothingUnexpected();
  }

  /** Everything that the holder of a session may ask for. */
  private static List<String[]> callsAt(String hold) {
    return Stream.of(
            "GET /events/derby/holds",
            "POST /events/derby/holds",
            "GET " + hold,
            "DELETE " + hold,
            "POST " + hold + "/extension",
            "POST " + hold + "/checkout",
            "GET /orders",
            "GET /sessions/me",
            "POST /sessions",
            "POST /sessions/verify")
        .map(call -> call.split(" ", 2))
        .toList();
  }

  @Test
  void aBrowserThatHasLostTheKeySaysSoAndJoinsAgainWithOneOfItsOwn() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    Page tab = fan.open(SEATS);
    SeatPage.asList(tab);
    BrowserFan other = STAGE.browser().fan(Device.DARK_PHONE, STAGE.demo().fans()).withPlaceOf(fan);
    Page theirs = other.open("/queue/derby");
    assertThat(theirs.locator("#headline")).hasText("This place belongs to another browser");
    other.sees(theirs, "60-stranger-phone-dark");
    String before = other.place();
    theirs.locator("#rejoin").click();
    theirs.waitForURL(STAGE.demo().fans() + SEATS);
    holds(theirs, "D-3");
    assertNotEquals(before, other.place());
  }

  private static void holds(Page tab, String seat) {
    SeatPage.asList(tab);
    tab.locator("[data-seat=" + seat + "]").click();
    tab.locator("#hold").click();
    assertThat(line(tab, seat)).isVisible();
  }

  /** What the page says of the hold of one seat. */
  private static Locator line(Page tab, String seat) {
    Locator name =
        tab.locator("strong")
            .filter(new Locator.FilterOptions().setHasText(Pattern.compile("^" + seat + ":")));
    return tab.locator(".held").filter(new Locator.FilterOptions().setHas(name));
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

  /** Only a body that is in order is asked for a proof at addresses of people. */
  private static String bodyFor(String path) {
    if (path.endsWith("/holds")) {
      return "{\"seats\":[\"C-9\"]}";
    }
    return path.equals("/sessions") ? "{\"email\":\"fan@example.org\"}" : "{}";
  }

  /** Status and problem of a request with the tab's cookies, and a proof if there is one. */
  private static String asks(Page tab, String method, String path, @Nullable String proof) {
    RequestOptions options =
        RequestOptions.create()
            .setMethod(method)
            .setHeader("Accept", "application/json")
            .setHeader("Idempotency-Key", "somebody-elses");
    if (method.equals("POST")) {
      options.setHeader("Content-Type", "application/json").setData(bodyFor(path));
    }
    APIResponse answer =
        tab.request()
            .fetch(
                STAGE.demo().fans() + path,
                proof == null ? options : options.setHeader("DPoP", proof));
    String type = new JsonObject(answer.text()).getString("type", "");
    return answer.status() + " " + type.replace("urn:headgate:problem:", "");
  }
}
