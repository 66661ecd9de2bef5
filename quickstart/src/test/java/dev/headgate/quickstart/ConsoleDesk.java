package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** The operator of one event, with nothing but the console in a browser. */
final class ConsoleDesk {
  /**
   * Who is not signed in yet is refused, and so is a form that is looked at while it is filled in;
   * Chromium calls both errors.
   */
  private static final Pattern EXPECTED =
      Pattern.compile(
          "Failed to load resource: .* status of (401 .*|400 .* at \\S+\\?dryRun=true\\S*)");

  private final Page page;
  private final URI operators;
  private final String event;
  private int before;
  private final List<String> errors = new CopyOnWriteArrayList<>();

  ConsoleDesk(BrowserContext context, URI operators, String event) {
    this.operators = operators;
    this.event = event;
    context.setDefaultTimeout(60_000);
    context.onConsoleMessage(this::heard);
    context.onWebError(error -> errors.add(error.error()));
    this.page = context.newPage();
  }

  void signIn(String token) {
    page.navigate(operators + "/");
    field("Operator token").fill(token);
    press("Sign in");
    assertThat(field("Operator token")).hasCount(0);
  }

  /** Makes an event that starts by hand, with a lane of its own for some. */
  void create(String title, int rate, int active, String lane) {
    go("/new");
    field("Id").fill(event);
    field("Title").fill(title);
    field("Start of the sale").selectOption("manual");
    field("Let in a minute").fill(Integer.toString(rate));
    field("Inside at most").fill(Integer.toString(active));
    press("Add a lane");
    field("Name").fill(lane);
    field("Weight").fill("50");
    press("Create the event");
    page.waitForURL("**/#/e/" + event + "/settings");
  }

  /** A link for one member of the event's lane, from the file that is downloaded. */
  String makeEntry() {
    field("How many").fill("1");
    return text(page.waitForDownload(() -> press("Make and download"))).strip();
  }

  /** From now on the event is watched. */
  void watch() {
    go("/e/" + event);
    assertThat(button("Apply")).isVisible();
  }

  void say(String words) {
    press("Message …");
    dialog().getByLabel("Text", new Locator.GetByLabelOptions().setExact(true)).fill(words);
    pressInDialog("Show it");
  }

  void draw() {
    press("Draw …");
    pressInDialog("Draw now");
  }

  /** Turns the first dial, and says once more that it is meant where that is asked. */
  void turn(int rate) {
    Locator dial = field("Let in a minute");
    before = Integer.parseInt(dial.inputValue());
    dial.fill(Integer.toString(rate));
    press("Apply");
    page.waitForFunction(
        "() => document.querySelector('dialog')"
            + " || [...document.querySelectorAll('button')]"
            + ".some((one) => one.textContent === 'Apply' && one.disabled)");
    if (dialog().isVisible()) {
      pressInDialog("Apply it");
    }
  }

  /** When the last turn has been answered, so that it could be taken back. */
  void awaitTurned() {
    assertThat(page.locator(".undo button"))
        .hasText(String.format(Locale.ROOT, "Undo: Let in a minute to %,d", before));
  }

  void pause(String reason) {
    press("Pause …");
    dialog().getByLabel("Text", new Locator.GetByLabelOptions().setExact(true)).fill(reason);
    pressInDialog("Pause");
  }

  void resume() {
    press("Resume");
  }

  /** Ends the session of that id; returns when the console says so. */
  void revoke(String session) {
    page.locator("summary:text-is('Who is inside')").click();
    field("Position or session id").fill(session);
    press("Find");
    Locator row = page.locator("tr:has-text('" + session + "')");
    row.getByRole(AriaRole.BUTTON).click();
    pressInDialog("Revoke it");
    assertThat(row).containsText("revoked");
  }

  /** What the event is in, as the line at the top says. */
  Locator phase() {
    return page.locator(".state .phase");
  }

  /** The audit trail as it is downloaded. */
  List<String> trail() {
    go("/e/" + event + "/audit");
    return text(page.waitForDownload(() -> page.locator("a:text-is('Download CSV')").click()))
        .lines()
        .toList();
  }

  void pictured(String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setFullPage(true)
            .setPath(Path.of("target", "screenshots", name + ".png")));
  }

  void metNothingUnexpected() {
    assertEquals(List.of(), errors);
  }

  private void go(String view) {
    page.navigate(operators + "/#" + view);
    assertThat(page.locator("h1")).isVisible();
  }

  private Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private Locator dialog() {
    return page.locator("dialog");
  }

  private Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private void press(String name) {
    button(name).click();
  }

  private void pressInDialog(String name) {
    dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true))
        .click();
    assertThat(dialog()).hasCount(0);
  }

  private void heard(ConsoleMessage message) {
    String text = message.text() + " at " + message.location();
    if (message.type().equals("error") && !EXPECTED.matcher(text).matches()) {
      errors.add(text);
    }
  }

  private static String text(Download file) {
    try {
      return Files.readString(file.path());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
