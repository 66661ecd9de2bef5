package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A fan checks the draw of a real sale on the queue page, and would notice any other one. */
@Tag("soak")
class CheckMyDrawIT {
  private static final int CROWD = 300;
  private static final int MILLIONS = 2_000_000;
  private static final Pattern DOCUMENT = Pattern.compile(".*/queue/derby/draw\\?.*");
  private static final String RIGHT =
      "Your position, %d, is the one that the published draw gives you.";

  /** Whether the page keeps its event's commitment; all events share the storage. */
  private static final String NOTED =
      """
      () => Object.keys(localStorage).some(
        (key) => key.startsWith(`headgate:${document.documentElement.dataset.event}:commitment`))
      """;

  /** The worker's code, which would hear of its work by a message; the best of three times. */
  private static final String ON_THE_PAGE =
      """
      (text) => {
        %s
        const draw = JSON.parse(text);
        const seed = bytesOf(draw.seed);
        const times = [0, 1, 2].map(() => {
          const from = performance.now();
          lotteryOrder(draw.drawId, seed, bytesOf(draw.beacon ?? ''), draw.entrants);
          return performance.now() - from;
        });
        return Math.min(...times);
      }
      """;

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
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "3600", "--rate", "0")) {
      BrowserFan fan = browser.fan(Device.DARK_PHONE, demo.fans()).whoGoesInByHand();
      Page tab = fan.open("/queue/derby");
      assertThat(tab.locator("#headline")).hasText("You are in the draw");
      assertThat(tab.locator("#draw")).isHidden();
      OperatorDesk desk = new OperatorDesk(demo);
      desk.crowdJoins(CROWD);
      desk.startsNow();
      assertThat(tab.locator("#draw")).isVisible();
      holds(fan, tab);
      pastedCommandVerifies(tab, "The commitment is the one you noted.");
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
    wrongInEitherScheme(fan, tab);
    failing(tab, draw -> draw.put("epoch", draw.getLong("epoch") - 1), List.of("document"));
    failing(tab, draw -> new JsonObject().put("not", "a draw"), List.of("document"));
  }

  /** What does not hold, as it is shown while the document is another one. */
  private static void wrongInEitherScheme(BrowserFan fan, Page tab) {
    JsonObject changed = document(tab).put("seed", "5e".repeat(32)).put("entrants", CROWD + 200);
    tab.route(
        DOCUMENT, route -> route.fulfill(new Route.FulfillOptions().setBody(changed.encode())));
    tab.locator("#draw-again").click();
    assertThat(tab.locator("#draw-steps li[data-step=seed]")).hasAttribute("data-mark", "✗");
    assertThat(tab.locator("#draw-verdict")).hasText(Pattern.compile("Something does not hold.*"));
    tab.setViewportSize(360, 1_700);
    for (ColorScheme scheme : List.of(ColorScheme.DARK, ColorScheme.LIGHT)) {
      tab.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      fan.sees(tab, "61-draw-wrong-phone-" + scheme.name().toLowerCase(Locale.ROOT));
    }
    tab.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    tab.setViewportSize(360, 740);
    assertEquals(1, verified(tab).exit(), "the command finds it, too");
    tab.unroute(DOCUMENT);
    tab.locator("#draw-again").click();
    assertThat(tab.locator("#draw-verdict")).hasText(Pattern.compile("Your position, .*"));
  }

  private static void pastedCommandVerifies(Page tab, String more) {
    Verified verified = verified(tab);
    assertEquals(0, verified.exit(), verified.said());
    assertTrue(verified.said().contains("VERIFIED"), verified.said());
    assertTrue(verified.said().contains(more), verified.said());
    int position = Integer.parseInt(tab.locator("#position").textContent()) - 1;
    assertTrue(verified.said().contains("position    " + position + " "), verified.said());
  }

  /** How the command ended, and what it printed. */
  private record Verified(int exit, String said) {}

  /** The command as the page prints it, pasted into a shell where the file was saved. */
  private static Verified verified(Page tab) {
    try {
      Path folder = Files.createTempDirectory(Path.of("target"), "saved-");
      Download saved = tab.waitForDownload(() -> tab.locator("#draw-save").click());
      saved.saveAs(folder.resolve(saved.suggestedFilename()));
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      Path program = folder.resolve("headgate");
      Files.writeString(
          program, "#!/bin/sh\nexec '" + java + "' dev.headgate.gateway.Main \"$@\"\n");
      assertTrue(program.toFile().setExecutable(true));
      String command = tab.locator("#draw-command").textContent();
      ProcessBuilder shell = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
      shell.environment().put("CLASSPATH", System.getProperty("java.class.path"));
      Process process = shell.redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Verified(process.waitFor(), command + "\n" + said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
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
    large.put("drawId", large.getString("event"));
    System.out.println("on the page's own thread in " + millisOnThePage(tab, large, 1) + " ms");
    System.out.println("at a quarter of the speed in " + millisOnThePage(tab, large, 4) + " ms");
  }

  /** A throttle slows the page's own thread down and no worker, so that the work is done there. */
  private static long millisOnThePage(Page tab, JsonObject draw, int slower) {
    CDPSession devTools = tab.context().newCDPSession(tab);
    com.google.gson.JsonObject throttle = new com.google.gson.JsonObject();
    throttle.addProperty("rate", slower);
    devTools.send("Emulation.setCPUThrottlingRate", throttle);
    String code =
        (String)
            tab.evaluate(
                "() => fetch(document.getElementById('draw').dataset.worker)"
                    + ".then((answer) => answer.text())");
    Object millis = tab.evaluate(ON_THE_PAGE.formatted(code), draw.encode());
    devTools.detach();
    return ((Number) millis).longValue();
  }

  /** Who comes afterwards saw no commitment before the draw, and is told so. */
  private static void late(DemoProcess demo) {
    BrowserFan fan = browser.fan(Device.LIGHT_DESK, demo.fans());
    Page tab = fan.open("/queue/derby");
    tab.locator("#draw summary").click();
    assertThat(tab.locator("#draw-steps li[data-step=late]")).hasAttribute("data-mark", "✓");
    assertThat(tab.locator("#draw-steps li[data-step=before]")).hasAttribute("data-mark", "–");
    assertEquals(0, tab.locator("#draw-steps li[data-mark='✗']").count());
    pastedCommandVerifies(tab, "Compare the commitment");
    fan.sees(tab, "62-draw-late-desk-light");
    fan.metNothingUnexpected();
  }

  @Test
  void theDrawOfALaneTheOneOfARoundAndNoneAtAllAreCheckedAsWhatTheyAre() {
    try (DemoProcess demo = DemoProcess.start("--on-sale-in", "36000")) {
      OperatorDesk desk = new OperatorDesk(demo);
      desk.opens("members", settings().put("lanes", lanes()));
      desk.opens("rounds", settings().put("mode", "random-rounds").put("roundLength", "PT10S"));
      desk.opens("first", settings().put("mode", "fifo"));
      List<String> entries = desk.entries("members", "club", 10);
      BrowserFan fan =
          browser
              .fan(Device.LIGHT_PHONE, demo.fans())
              .whoGoesInByHandTo("members")
              .whoGoesInByHandTo("rounds")
              .whoGoesInByHandTo("first");
      Page member = fan.open("/queue/members?entry=" + entries.get(0));
      Page round = fan.open("/queue/rounds");
      Page first = fan.open("/queue/first");
      desk.membersJoin("members", entries.subList(1, 10));
      desk.crowdJoins("rounds", 9);
      for (Page tab : List.of(member, round)) {
        tab.waitForFunction(NOTED);
      }
      List.of("members", "rounds", "first").forEach(desk::starts);
      checked(member, "?lane=1");
      checked(round, "?round=0");
      first.locator("#draw summary").click();
      assertThat(first.locator("#draw-verdict"))
          .hasText("Nothing was drawn for your place: your position is your arrival number.");
      assertThat(first.locator("#draw-saving")).isHidden();
      fan.sees(first, "63-no-draw-phone-light");
      fan.metNothingUnexpected();
    }
  }

  private static JsonObject settings() {
    JsonObject dials = new JsonObject().put("newUsersPerMinute", 1).put("totalActiveUsers", 5);
    return new JsonObject().put("title", "Cup").put("start", "manual").put("dials", dials);
  }

  private static JsonArray lanes() {
    return new JsonArray().add(new JsonObject().put("name", "club").put("weight", 1));
  }

  private static void checked(Page tab, String which) {
    assertThat(tab.locator("#draw")).isVisible();
    tab.locator("#draw summary").click();
    assertThat(tab.locator("#draw-steps li[data-mark='✓']")).hasCount(6);
    assertThat(tab.locator("#draw-steps li")).hasCount(6);
    JsonObject draw =
        new JsonObject(
            (String)
                tab.evaluate(
                    "(which) => fetch(location.pathname + '/draw' + which)"
                        + ".then((answer) => answer.text())",
                    which));
    int first = draw.getInteger("first", 0);
    int position = first + PublishedDraw.positions(draw)[arrival(tab) - first] + 1;
    assertThat(tab.locator("#draw-verdict")).hasText(RIGHT.formatted(position));
    pastedCommandVerifies(tab, "The commitment is the one you noted.");
  }
}
