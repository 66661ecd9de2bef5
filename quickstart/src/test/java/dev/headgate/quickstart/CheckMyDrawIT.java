package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A fan checks the draw of a real sale on the queue page, and would notice any other one. */
class CheckMyDrawIT {
  private static final int CROWD = 300;
  private static final int MILLIONS = 2_000_000;
  private static final Pattern DOCUMENT = Pattern.compile(".*/queue/derby/draw\\?.*");
  private static final String RIGHT =
      "Your position, %d, is the one that the published draw gives you.";

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
  void thePublishedDrawGivesThePositionThatThePageTellsAndNoOtherDocumentDoes() {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "60", "--rate", "1")) {
      BrowserFan fan = browser.fan(Device.DARK_PHONE, demo.fans()).whoGoesInByHand();
      Page tab = fan.open("/queue/derby");
      assertThat(tab.locator("#headline")).hasText("You are in the draw");
      assertThat(tab.locator("#draw")).isHidden();
      new OperatorDesk(demo).crowdJoins(CROWD);
      assertThat(tab.locator("#draw")).isVisible();
      holds(fan, tab);
      everyOtherDocumentFailsItsStep(fan, tab);
      worksOutTwoMillion(tab);
      late(demo);
      fan.metNothingUnexpected();
    }
  }

  private static void holds(BrowserFan fan, Page tab) {
    tab.locator("#draw summary").focus();
    tab.keyboard().press("Enter");
    assertThat(tab.locator("#draw-steps li[data-mark='✓']")).hasCount(6);
    assertThat(tab.locator("#draw-steps li")).hasCount(6);
    int position = PublishedDraw.positions(document(tab))[arrival(tab)] + 1;
    assertThat(tab.locator("#draw-verdict")).hasText(RIGHT.formatted(position));
    assertThat(tab.locator("#spoken")).hasText(RIGHT.formatted(position));
    assertThat(tab.locator("#draw summary")).isFocused();
    assertThat(tab.locator("#draw-save")).hasAttribute("download", "derby-draw.json");
    tab.setViewportSize(360, 1_700);
    fan.sees(tab, "60-draw-checked-phone-dark");
    tab.setViewportSize(1_280, 1_400);
    fan.sees(tab, "60-draw-checked-desk-dark");
    tab.setViewportSize(360, 740);
  }

  private static int arrival(Page tab) {
    return Integer.parseInt(tab.locator("#arrival").textContent()) - 1;
  }

  private static JsonObject document(Page tab) {
    return new JsonObject(
        (String) tab.evaluate("() => fetch('/queue/derby/draw').then((answer) => answer.text())"));
  }

  private static void everyOtherDocumentFailsItsStep(BrowserFan fan, Page tab) {
    String seed = "5e".repeat(32);
    failing(tab, draw -> draw.put("seed", seed), List.of("seed", "order"));
    failing(
        tab,
        draw -> draw.put("seed", seed).put("commitment", PublishedDraw.commitment(seed)),
        List.of("before", "order"));
    failing(tab, draw -> draw.put("commitment", "00".repeat(32)), List.of("seed", "before"));
    failing(tab, draw -> draw.put("entrants", CROWD + 200), List.of("entrants", "order"));
    fan.sees(tab, "61-draw-wrong-phone-dark");
    failing(tab, draw -> draw.put("epoch", draw.getLong("epoch") - 1), List.of("document"));
    failing(tab, draw -> new JsonObject().put("not", "a draw"), List.of("document"));
  }

  /** Answers with the document as it was changed; of a changed order the position is another. */
  private static void failing(Page tab, UnaryOperator<JsonObject> change, List<String> steps) {
    JsonObject changed = change.apply(document(tab));
    int told = Integer.parseInt(tab.locator("#position").textContent()) - 1;
    boolean drawn = changed.getInteger("entrants") != null && changed.getString("seed") != null;
    boolean byChance =
        drawn && steps.contains("order") && PublishedDraw.positions(changed)[arrival(tab)] == told;
    tab.route(
        DOCUMENT, route -> route.fulfill(new Route.FulfillOptions().setBody(changed.encode())));
    tab.locator("#draw-again").click();
    for (String step : steps) {
      if (!byChance || !step.equals("order")) {
        assertThat(tab.locator("#draw-steps li[data-step=" + step + "]"))
            .hasAttribute("data-mark", "✗");
      }
    }
    assertThat(tab.locator("#draw-verdict")).hasText(Pattern.compile("Something does not hold.*"));
    tab.unroute(DOCUMENT);
    tab.locator("#draw-again").click();
    assertThat(tab.locator("#draw-verdict")).hasText(Pattern.compile("Your position, .*"));
  }

  private static void worksOutTwoMillion(Page tab) {
    JsonObject large = document(tab).put("entrants", MILLIONS);
    tab.route(DOCUMENT, route -> route.fulfill(new Route.FulfillOptions().setBody(large.encode())));
    int position = PublishedDraw.positions(large)[arrival(tab)] + 1;
    long from = System.nanoTime();
    tab.locator("#draw-again").click();
    assertThat(tab.locator("#draw-steps li[data-step=order]"))
        .containsText("position %,d, but".formatted(position));
    long millis = (System.nanoTime() - from) / 1_000_000;
    System.out.println("a draw of " + MILLIONS + " was checked in " + millis + " ms");
    tab.unroute(DOCUMENT);
  }

  /** Who comes afterwards saw no commitment before the draw, and is told so. */
  private static void late(DemoProcess demo) {
    BrowserFan fan = browser.fan(Device.LIGHT_DESK, demo.fans());
    Page tab = fan.open("/queue/derby");
    tab.locator("#draw summary").click();
    assertThat(tab.locator("#draw-steps li[data-step=late]")).hasAttribute("data-mark", "✓");
    assertThat(tab.locator("#draw-steps li[data-step=before]")).hasAttribute("data-mark", "–");
    assertEquals(0, tab.locator("#draw-steps li[data-mark='✗']").count());
    fan.sees(tab, "62-draw-late-desk-light");
    fan.metNothingUnexpected();
  }
}
