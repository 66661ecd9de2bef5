package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.headgate.booking.config.EventSettings.Preset;
import dev.headgate.quickstart.CrowdTally.Count;
import dev.headgate.quickstart.DemoPlan.Dialled;
import dev.headgate.quickstart.DemoPlan.Listeners;
import dev.headgate.quickstart.DemoPlan.Servers;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A whole sale by the console alone, with a crowd behind it and two fans who look at their pages.
 */
@Tag("crowd")
class WholeSaleIT {
  private static final int FANS = 5_000;
  private static final int SEATS = 300;
  private static final int PATIENCE_MILLIS = 180_000;
  private static final Duration PATIENCE = Duration.ofMillis(PATIENCE_MILLIS);

  private static Demo demo;
  private static HeadlessBrowser browser;

  private final List<Seen> seen = new ArrayList<>();

  /** How long an action took from the operator's first click to the fan's page. */
  private record Seen(String action, long millis) {}

  @BeforeAll
  static void start() {
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    DemoPlan plan =
        new DemoPlan(
            "derby",
            SEATS,
            Preset.GENERAL,
            new Dialled(0, 0),
            false,
            null,
            new Listeners(FreePort.next(), FreePort.next(), FreePort.nextOfTwo()),
            Servers.EMBEDDED);
    demo = Demo.start(plan, new InProcessPrograms(), InstantSource.system(), starting -> {});
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
  void aSaleIsMadeOpenedDrawnSteeredSoldOutAndAccountedForByTheConsole() {
    ConsoleDesk desk =
        new ConsoleDesk(browser.context(Device.LIGHT_DESK), demo.addresses().operators(), "derby");
    desk.signIn(demo.operatorToken());
    desk.create("Derby", 60, 4_000, "members");
    String link = desk.makeEntry();
    desk.watch();

    BrowserFan member = browser.fan(Device.LIGHT_PHONE, demo.addresses().fans()).whoGoesInByHand();
    Page place = member.open(link.substring(link.indexOf("/queue/")));
    assertThat(headline(place)).hasText("You are in the draw");
    try (SimulatedCrowd crowd = crowdComes()) {
      desk.pictured("90-console-before-the-draw");
      prompt(
          "message", () -> desk.say("Doors open at six."), place.locator("#message"), "Doors .*");
      prompt("draw", desk::draw, headline(place), "You are (in line|next)|It is your turn");

      goesIn(member, place);
      BrowserFan last = browser.fan(Device.LIGHT_PHONE, demo.addresses().fans()).whoGoesInByHand();
      Page line = last.open("/queue/derby");
      assertThat(headline(line)).hasText("You are in line");
      steer(desk, line);
      revoke(desk, member);
      sellOut(desk, line);
      // The last buyers may hear of it a moment later than the page.
      await().atMost(PATIENCE).until(() -> crowd.tally().of(Count.SEATS) >= SEATS);
      assertEquals(SEATS, crowd.tally().of(Count.SEATS), "each seat once, and all of them");
      assertEquals(0, crowd.tally().of(Count.ERRORS));
      last.metNothingUnexpected();
    }
    account(desk.trail());
    desk.metNothingUnexpected();
    writeDown();
  }

  private static SimulatedCrowd crowdComes() {
    SimulatedCrowd crowd =
        SimulatedCrowd.start(
            demo.addresses(),
            new SimulatedCrowd.Plan(FANS, Duration.ofSeconds(10), 1, 6),
            line -> {});
    await().atMost(PATIENCE).until(() -> crowd.tally().of(Count.JOINED) >= FANS * 7 / 10);
    return crowd;
  }

  private void steer(ConsoleDesk desk, Page line) {
    Locator wait = line.locator("#wait");
    String slow = wait.textContent();
    // Not so fast that the crowd, of which one in two buys, sells out before it shall.
    prompt("dial up", () -> desk.turn(180), wait, "(?!" + Pattern.quote(slow) + "$).+");
    desk.awaitTurned();
    String fast = wait.textContent();
    prompt("dial down", () -> desk.turn(60), wait, "(?!" + Pattern.quote(fast) + "$).+");
    desk.awaitTurned();
    prompt(
        "pause", () -> desk.pause("A gate is stuck"), line.locator("#lead"), "A gate is stuck.*");
    assertThat(headline(line)).hasText("The queue is paused");
    desk.pictured("91-console-paused");
    prompt("resume", desk::resume, headline(line), "You are in line");
  }

  /** As soon as it can be done: on a slow machine the turn is over before all else has happened. */
  private static void goesIn(BrowserFan member, Page place) {
    assertThat(headline(place)).hasText("It is your turn");
    place.locator("#enter").click();
    await().atMost(PATIENCE).until(() -> !member.admission().isEmpty());
  }

  private void revoke(ConsoleDesk desk, BrowserFan member) {
    Page inside = member.open("/queue/derby");
    assertThat(headline(inside)).hasText("You are in");
    String session = sessionOf(member.admission());
    prompt("revocation", () -> desk.revoke(session), headline(inside), "Your turn is over");
  }

  private void sellOut(ConsoleDesk desk, Page line) {
    desk.turn(3_000);
    desk.awaitTurned();
    assertThat(headline(line)).hasText("Sold out");
    assertThat(desk.phase()).hasText(Pattern.compile("sold out", Pattern.CASE_INSENSITIVE));
    desk.pictured("92-console-sold-out");
  }

  /** Every action is in the trail, once and in order, by who did it. */
  private static void account(List<String> trail) {
    List<String> changes =
        trail.stream()
            .skip(1)
            .map(line -> line.replaceAll("^(?:\"[^\"]*\",){5}\"([^\"]*)\".*", "$1"))
            .toList();
    assertEquals(
        List.of(
            "create", "entries", "message", "draw", "dials", "dials", "pause", "resume", "revoke",
            "dials"),
        changes);
    assertTrue(trail.stream().skip(1).allMatch(line -> line.contains("\"demo\"")), trail + "");
  }

  /** Does something and waits until it is on a fan's page; notes how long that took. */
  private void prompt(String action, Runnable act, Locator shown, String expected) {
    long before = System.nanoTime();
    act.run();
    assertThat(shown).hasText(Pattern.compile(expected));
    seen.add(new Seen(action, Duration.ofNanos(System.nanoTime() - before).toMillis()));
  }

  /**
   * Written down rather than held to a bound: how fast a machine is that does a crowd, a shop and
   * two browsers at the same time says nothing about the fault that a failure would mean.
   */
  private void writeDown() {
    assertEquals(7, seen.size());
    Path file = Path.of("target", "whole-sale.txt");
    try {
      Files.writeString(file, "from the operator's first click to the fan's page: " + seen + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Locator headline(Page page) {
    return page.locator("#headline");
  }

  private static String sessionOf(String admission) {
    byte[] claims = Base64.getUrlDecoder().decode(admission.split("\\.", -1)[1]);
    return new JsonObject(new String(claims, StandardCharsets.UTF_8)).getString("jti");
  }
}
