package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.LoadState;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fans who look elsewhere or only listen, and pages that many have open at once. */
@Tag("soak")
class LookingElsewhereIT {
  private static final String QUEUE = "/queue/derby";

  /** A tab that can be told to be in the background, a desk's notices, and a speaker. */
  private static final String BACKGROUND =
      """
      for (const [name, value] of [['visibilityState', () => window.away ? 'hidden' : 'visible'],
        ['hidden', () => Boolean(window.away)]]) {
        Object.defineProperty(document, name, { get: value });
      }
      window.look = (away) => {
        window.away = away;
        document.dispatchEvent(new Event('visibilitychange'));
      };
      window.notices = [];
      window.Notification = class {
        static permission = 'granted';
        static requestPermission() { return Promise.resolve('granted'); }
        constructor(title, about) { window.notices.push(`${title}: ${about.body}`); }
        close() { window.notices.push('closed'); }
      };
      window.tones = 0;
      const startTone = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) {
        window.tones += 1;
        return startTone.call(this, at);
      };
      """;

  /** A stream that says what the test says, and a page whose dice all show the middle. */
  private static final String STREAM =
      """
      const asked = window.fetch;
      const bytes = (text) => new TextEncoder().encode(text);
      window.fetch = (address, init) => {
        if (!String(address).endsWith('/places/me/events')) return asked(address, init);
        const body = new ReadableStream({
          start(told) {
            window.beat = () => told.enqueue(bytes(':\\n\\n'));
            window.tell = (place) =>
              told.enqueue(bytes(`event: place\\ndata: ${JSON.stringify(place)}\\n\\n`));
          },
        });
        const headers = { 'content-type': 'text/event-stream' };
        return Promise.resolve(new Response(body, { headers }));
      };
      Math.random = () => 0.5;
      """;

  @RegisterExtension static final BrowserAtDemo STAGE = BrowserAtDemo.with("--on-sale-in", "36000");

  private static Page at(BrowserFan fan, ToldPlace told, String script) {
    Page tab = fan.blank();
    tab.addInitScript(script);
    told.to(tab);
    return tab;
  }

  private static void call(ToldPlace told) {
    told.with("ahead", 0).with("estimate", null);
    told.with("turnEndsAt", Instant.now().plusSeconds(250).toString()).with("state", "called");
  }

  @Test
  void aHiddenTabIsCalledByEveryMeansItMayUseAndGoesInOnlyWhenItIsLookedAt() {
    BrowserFan fan = STAGE.browser().fan(Device.DARK_DESK, STAGE.demo().fans());
    ToldPlace told = ToldPlace.in("on-sale", "waiting").inLine(40, 3);
    Page tab = at(fan, told, BACKGROUND);
    tab.navigate(STAGE.demo().fans() + QUEUE);
    tab.locator("#sound").click();
    tab.evaluate("look(true)");
    call(told);
    assertThat(tab.locator("#headline")).hasText("It is your turn");
    tab.waitForCondition(() -> tab.title().startsWith("▶"));
    tab.waitForCondition(() -> !tab.title().startsWith("▶"));
    assertEquals(1, tab.evaluate("notices.length"));
    assertTrue(tab.evaluate("notices[0]").toString().contains("It is your turn"));
    assertTrue(((Number) tab.evaluate("tones")).intValue() >= 6, "sounded when asked and now");
    int looks = told.languages.size();
    tab.waitForCondition(() -> told.languages.size() >= looks + 2);
    assertEquals(0, told.claims.get(), "nobody goes in unseen");
    tab.evaluate("look(false)");
    assertThat(tab.locator("#headline")).hasText("You are in");
    assertEquals(1, told.claims.get());
    assertEquals(2, tab.evaluate("notices.length"), "the notice is taken away");
    told.leave(tab);
  }

  @Test
  void ofSeveralTabsTheOneThatIsLookedAtGoesIn() {
    BrowserFan fan = STAGE.browser().fan(Device.DARK_DESK, STAGE.demo().fans());
    ToldPlace told = ToldPlace.in("on-sale", "waiting").inLine(40, 3);
    List<Page> tabs =
        List.of(at(fan, told, BACKGROUND), at(fan, told, BACKGROUND), at(fan, told, BACKGROUND));
    for (Page tab : tabs) {
      tab.navigate(STAGE.demo().fans() + QUEUE);
      assertThat(tab.locator("#ahead")).hasText("3");
      tab.evaluate("look(true)");
    }
    Page seen = tabs.get(1);
    seen.evaluate("look(false)");
    call(told);
    assertThat(seen.locator("#headline")).hasText("You are in");
    for (Page hidden : List.of(tabs.get(0), tabs.get(2))) {
      assertThat(hidden.locator("#headline")).hasText("It is your turn");
    }
    assertEquals(1, told.claims.get());
    told.with("state", "admitted");
    for (Page hidden : List.of(tabs.get(0), tabs.get(2))) {
      assertThat(hidden.locator("#headline")).hasText("You are in");
      assertThat(hidden.locator("#enter")).isVisible();
    }
    assertEquals(1, told.claims.get());
    told.leave(seen);
  }

  @Test
  void anOpeningThatIsMovedIsNoticedAndSoIsOneThatHasHappened() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans());
    String later = Instant.now().plusSeconds(10_000).toString();
    ToldPlace told =
        ToldPlace.in("scheduled", "waiting")
            .refused(403, "not-open", "opensAt", later)
            .status("opensAt", later);
    Page tab = at(fan, told, "");
    tab.clock().install();
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#headline")).hasText("The queue opens soon");
    assertThat(tab.locator("#countdown")).hasText(Pattern.compile("2:4\\d:\\d\\d"));
    told.status("opensAt", Instant.now().plusSeconds(1_500).toString());
    tab.clock().runFor(30_500);
    assertThat(tab.locator("#countdown")).hasText(Pattern.compile("2[0-5]:\\d\\d"));
    told.status("phase", "waiting").with("phase", "waiting");
    tab.clock().runFor(30_500);
    assertThat(tab.locator("#headline")).hasText("You are in the draw");
    told.leave(tab);
  }

  @Test
  void whatAllHearInOneInstantMakesNoneOfThemAskInThatInstant() {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_PHONE, STAGE.demo().fans()).whoGoesInByHand();
    ToldPlace told = ToldPlace.in("waiting", "waiting");
    Page tab = at(fan, told, STREAM);
    tab.clock().install();
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#headline")).hasText("You are in the draw");
    tab.waitForFunction("() => Boolean(window.tell)");
    tell(tab, told); // Who hears of the place by itself looks no more.
    stop(tab);
    int before = told.asked.get();
    tell(tab, told.with("phase", "on-sale").inLine(900, 480));
    tab.clock().runFor(4_500);
    assertThat(tab.locator("#ahead")).hasText("480");
    assertEquals(before, told.asked.get(), "the draw");
    tab.clock().runFor(1_000);
    tab.waitForCondition(() -> told.asked.get() == before + 1);

    JsonObject why = new JsonObject().put("reason", "Rain").putNull("lang");
    tell(tab, told.with("phase", "paused").with("pause", why));
    assertThat(tab.locator("#lead")).hasText("Rain");
    for (int i = 0; i < 3; i++) {
      tab.clock().runFor(12_000);
      tab.evaluate("beat()");
    }
    assertThat(tab.locator("#headline")).hasText("The queue is paused");
    assertEquals(before + 1, told.asked.get(), "a pause carries its reason");

    tell(tab, told.with("phase", "sold-out").with("pause", null));
    assertThat(tab.locator("#headline")).hasText("Sold out");
    tab.clock().runFor(4_500);
    assertEquals(before + 1, told.asked.get(), "sold out");
    tab.clock().runFor(1_000);
    tab.waitForCondition(() -> told.asked.get() == before + 2);
    told.leave(tab);
  }

  /** Stops the page's clock at a moment that is still to come, once nothing is under way. */
  private static void stop(Page tab) {
    tab.waitForLoadState(LoadState.NETWORKIDLE);
    for (int tries = 0; ; tries++) {
      try {
        tab.clock().pauseAt(Instant.now().plusSeconds(2).toEpochMilli());
        return;
      } catch (PlaywrightException past) {
        // A slow machine takes longer than that to say so; the clock stands by then.
        assertTrue(tries < 5, past::toString);
      }
    }
  }

  private static void tell(Page tab, ToldPlace told) {
    tab.evaluate("(place) => tell(JSON.parse(place))", told.json());
  }

  @Test
  void aMinuteIsSpokenOfByMilestonesOnlyWhateverIsWaitedFor() {
    String soon = Instant.now().plusSeconds(600).toString();
    ToldPlace drawn = ToldPlace.in("waiting", "waiting").with("onSaleAt", soon);
    assertEquals(List.of(), spokenInAMinute(drawn, "You are in the draw"));
    ToldPlace line = ToldPlace.in("on-sale", "waiting").inLine(9_000, 470);
    assertEquals(
        List.of("You are in line. At most 100 fans ahead of you."),
        spokenInAMinute(line, "You are in line"));
    ToldPlace near = ToldPlace.in("on-sale", "waiting").inLine(9_000, 29);
    assertEquals(
        List.of(
            "You are in line. At most 10 fans ahead of you.",
            "You are next. Keep this page open. When it is your turn, it takes you in by itself."),
        spokenInAMinute(near, "You are in line"));
    ToldPlace turn = ToldPlace.in("on-sale", "called").with("turnEndsAt", soon);
    assertEquals(List.of(), spokenInAMinute(turn, "It is your turn"));
  }

  /** Whoever has somebody ahead moves up all the time: far fans by twenty, near ones by two. */
  private static List<?> spokenInAMinute(ToldPlace told, String headline) {
    BrowserFan fan = STAGE.browser().fan(Device.LIGHT_DESK, STAGE.demo().fans()).whoGoesInByHand();
    Page tab = at(fan, told, STREAM);
    tab.clock().install();
    tab.navigate(STAGE.demo().fans() + QUEUE);
    assertThat(tab.locator("#headline")).hasText(headline);
    tab.waitForFunction("() => Boolean(window.tell)");
    tell(tab, told); // Who hears of the place by itself looks no more.
    stop(tab);
    tab.evaluate(
        """
        () => {
          window.spoken = [];
          const spoken = document.getElementById('spoken');
          new MutationObserver(() => window.spoken.push(spoken.textContent)).observe(
            spoken, { childList: true, characterData: true, subtree: true, attributes: true });
        }
        """);
    Integer first = new JsonObject(told.json()).getInteger("ahead");
    int step = first != null && first > 100 ? 20 : 2;
    for (int second = 0; second < 60; second += 3) {
      if (first != null) {
        tell(tab, told.with("ahead", Math.max(0, first - step * (second / 3 + 1))));
      }
      tab.clock().runFor(3_000);
    }
    assertEquals(1, tab.locator("[aria-live], [role=status], [role=alert], [role=log]").count());
    Object spoken = tab.evaluate("window.spoken");
    told.leave(tab);
    return (List<?>) spoken;
  }
}
