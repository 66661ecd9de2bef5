package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The queue page in each of its states, and how it is told of them. */
@Tag("soak")
class QueuePageStatesIT {
  private static final String QUEUE = "/queue/derby";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @RegisterExtension static final BrowserAtDemo STAGE = BrowserAtDemo.with("--on-sale-in", "36000");

  @Test
  void severalTabsShareOneStreamAndTheNextOneTakesItOver() throws Exception {
    OperatorDesk desk = new OperatorDesk(STAGE.demo());
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans());
    Page first = fan.open(QUEUE);
    assertThat(first.locator("#headline")).hasText("You are in the draw");
    awaitStreams(1);
    Page second = fan.open(QUEUE);
    Page third = fan.open(QUEUE);
    assertThat(second.locator("#headline")).hasText("You are in the draw");
    assertThat(third.locator("#headline")).hasText("You are in the draw");
    desk.say("One for all of you.");
    for (Page tab : List.of(first, second, third)) {
      assertThat(tab.locator("#message")).hasText("One for all of you.");
    }
    awaitStreams(1);
    first.close();
    desk.say("And the next.");
    assertThat(third.locator("#message")).hasText("And the next.");
    awaitStreams(1);
    fan.metNothingUnexpected();
    awaitStreams(0);
  }

  private static void awaitStreams(int open) {
    await().atMost(PATIENCE).until(() -> streams() == open);
  }

  private static int streams() throws IOException, InterruptedException {
    HttpRequest metrics =
        HttpRequest.newBuilder(STAGE.demo().operators().resolve("/metrics")).build();
    return HttpClient.newHttpClient()
        .send(metrics, BodyHandlers.ofString())
        .body()
        .lines()
        .filter(line -> line.startsWith("headgate_place_streams "))
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .mapToInt(value -> (int) Double.parseDouble(value))
        .sum();
  }

  @Test
  void aLostConnectionIsSaidWithThePlaceKeptAndIsFoundAgain() {
    BrowserFan fan = STAGE.browser().fan(Device.DARK_PHONE, STAGE.demo().fans());
    Page tab = fan.open(QUEUE);
    assertThat(tab.locator("#headline")).hasText("You are in the draw");
    String arrival = tab.locator("#arrival").textContent();
    tab.context().setOffline(true);
    tab.evaluate("dispatchEvent(new Event('online'))");
    assertThat(tab.locator("#trouble")).containsText("Your place is kept");
    assertThat(tab.locator("#arrival")).hasText(arrival);
    fan.sees(tab, "60-lost-phone-dark");
    tab.context().setOffline(false);
    assertThat(tab.locator("#trouble")).isHidden();
    assertThat(tab.locator("#arrival")).hasText(arrival);
    tab.context().close();
  }

  @Test
  void aPlaceGoesOnOnAnotherDeviceByALinkThatMayBeOpenedTwice() {
    BrowserFan here = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    Page tab = here.open(QUEUE);
    tab.locator("#device").click();
    assertThat(tab.locator("#handover img")).isVisible();
    here.sees(tab, "61-handover-desk-light");
    String link = tab.locator("#handover input").inputValue();
    String arrival = tab.locator("#arrival").textContent();
    String address = link.substring(link.indexOf(QUEUE));
    assertTrue(address.startsWith(QUEUE + "#place="), address);
    for (int device = 0; device < 2; device++) {
      BrowserFan there = STAGE.browser().fan(Device.DARK_PHONE, STAGE.demo().fans());
      Page other = there.open(address);
      assertThat(other.locator("#headline")).hasText("Continue here with your place");
      assertEquals(STAGE.demo().fans() + QUEUE, other.url());
      assertEquals("", there.place(), "nothing is taken by looking");
      there.sees(other, "62-moving-phone-dark");
      other.locator("#rejoin").click();
      assertThat(other.locator("#arrival")).hasText(arrival);
      assertEquals(here.place(), there.place());
      there.metNothingUnexpected();
    }
    tab.locator("#handover button").last().click();
    assertThat(tab.locator("#handover")).isHidden();
    here.metNothingUnexpected();
  }

  @Test
  void aLinkThatIsNoPlaceIsSaidAndTakesNothingAway() {
    for (String garbage : List.of("nonsense", "", "%00%FF<b>", "a".repeat(3_000))) {
      BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans());
      Page tab = fan.open(QUEUE + "#place=" + garbage);
      assertThat(tab.locator("#headline")).hasText("This link does not work");
      assertFalse(tab.url().contains("#"), tab.url());
      tab.locator("#rejoin").click();
      assertThat(tab.locator("#headline")).hasText("You are in the draw");
      tab.context().close();
    }
  }

  @Test
  void aBrowserWithoutCookiesKeepsItsPlaceWhileThePageIsOpenAndIsToldHowToGoIn() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans());
    Page tab = fan.blank();
    ToldPlace told = ToldPlace.in("on-sale", "waiting").inLine(40, 12).withoutCookies();
    told.to(tab);
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#cookieless")).containsText("keep it open");
    assertThat(tab.locator("#ahead")).hasText("12");
    fan.sees(tab, "63-cookieless-phone-light");
    tab.waitForCondition(() -> told.tickets.contains("hgp1.told"));
    told.with("state", "called");
    assertThat(tab.locator("#lead")).containsText("allow cookies");
    assertThat(tab.locator("#enter")).isVisible();
    fan.sees(tab, "64-cookieless-turn-phone-light");
    told.leave(tab);
  }

  @Test
  void afterASleepTheCountdownIsRightAtOnce() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    Page tab = fan.blank();
    Instant start = Instant.now().plusSeconds(4_000);
    tab.clock().install();
    ToldPlace told = ToldPlace.in("waiting", "waiting").with("onSaleAt", start.toString());
    told.to(tab);
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#countdown")).hasText(Pattern.compile("1:0\\d:\\d\\d"));
    told.later(Duration.ofSeconds(3_400));
    tab.clock().pauseAt(Instant.now().plusSeconds(3_400).toEpochMilli());
    tab.clock().runFor(300);
    assertThat(tab.locator("#countdown")).hasText(Pattern.compile("(10|09):\\d\\d"));
    told.leave(tab);
  }

  @Test
  void aMinuteOfMovingUpIsSpokenOfByMilestonesOnly() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    Page tab = fan.blank();
    ToldPlace told = ToldPlace.in("on-sale", "waiting").inLine(900, 480);
    told.to(tab);
    tab.clock().install();
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#ahead")).hasText("480");
    tab.evaluate(
        "window.spoken = 0; new MutationObserver(() => { window.spoken += 1; })"
            + ".observe(document.getElementById('spoken'), "
            + "{ childList: true, characterData: true, subtree: true })");
    for (int ahead = 470; ahead > 60; ahead -= 10) {
      told.with("ahead", ahead);
      tab.clock().runFor(1_500);
    }
    await().atMost(PATIENCE).until(() -> movedUp(tab));
    int spoken = ((Number) tab.evaluate("window.spoken")).intValue();
    assertTrue(spoken >= 1 && spoken <= 4, spoken + " times in a minute");
    told.leave(tab);
  }

  private static boolean movedUp(Page tab) {
    tab.clock().runFor(500);
    return Integer.parseInt(tab.locator("#ahead").textContent()) < 100;
  }

  @Test
  void whoAskedForItIsCalledWithASoundAndInTheTitle() {
    BrowserFan fan = STAGE.browser().fan(Device.DARK_DESK, STAGE.demo().fans()).whoGoesInByHand();
    Page tab = fan.blank();
    tab.addInitScript(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
            + "OscillatorNode.prototype.start = function (at) {"
            + " window.tones += 1; return start.call(this, at); };");
    ToldPlace told = ToldPlace.in("on-sale", "waiting").inLine(40, 3);
    told.to(tab);
    tab.navigate(STAGE.demo().fans() + QUEUE);
    tab.locator("#sound").click();
    assertThat(tab.locator("#sound")).hasText("A sound will tell you");
    tab.waitForFunction("window.tones === 3");
    told.with("state", "called").with("turnEndsAt", Instant.now().plusSeconds(200).toString());
    assertThat(tab.locator("#headline")).hasText("It is your turn");
    assertThat(tab.locator("#sound")).isHidden();
    await().atMost(PATIENCE).until(() -> tab.title().startsWith("▶"));
    await().atMost(PATIENCE).until(() -> !tab.title().startsWith("▶"));
    assertEquals(6, tab.evaluate("window.tones"));
    fan.sees(tab, "65-called-desk-dark");
    told.leave(tab);
  }

  @Test
  void aStreamThatIsHeldBackOrRefusedLeavesThePageToAsk() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    Page tab = fan.blank();
    ToldPlace told = ToldPlace.in("on-sale", "waiting").inLine(900, 480);
    told.to(tab);
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#ahead")).hasText("480");
    told.with("ahead", 370);
    assertThat(tab.locator("#ahead")).hasText("370");
    assertThat(tab.locator("#trouble")).isHidden();
    told.leave(tab);
    fan.metNothingUnexpected();
  }

  @Test
  void whatAStreamTellsIsShownThoughItBreaksEachTime() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans());
    Page tab = fan.blank();
    ToldPlace told = ToldPlace.streamed("on-sale", "waiting").inLine(900, 480);
    told.to(tab);
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#ahead")).hasText("480");
    told.with("ahead", 370);
    assertThat(tab.locator("#ahead")).hasText("370");
    assertThat(tab.locator("#trouble")).isHidden();
    told.leave(tab);
    fan.metNothingUnexpected();
  }
}
