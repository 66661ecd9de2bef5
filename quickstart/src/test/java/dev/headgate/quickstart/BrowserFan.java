package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** One fan's browser. Whatever goes wrong in any of its tabs is written down. */
final class BrowserFan {
  static final List<String> WCAG_A_AND_AA =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa");

  /** Chromium calls every such answer an error; to the pages they are a part of the day. */
  private static final Pattern REFUSED_POLITELY =
      Pattern.compile(
          "Failed to load resource: .* status of (409|410|429) .*"
              + "|Failed to load resource: .* status of 403 .*/queue/[a-z-]+/places:.*");

  private final BrowserContext context;
  private final URI origin;
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<String> elsewhere = new CopyOnWriteArrayList<>();

  private BrowserFan(BrowserContext context, URI origin) {
    this.context = context;
    this.origin = origin;
  }

  static BrowserFan with(BrowserContext context, URI origin) {
    BrowserFan fan = new BrowserFan(context, origin);
    context.setDefaultTimeout(90_000);
    context.onConsoleMessage(fan::heard);
    context.onWebError(error -> fan.errors.add(error.error()));
    context.onRequest(fan::asked);
    return fan;
  }

  /** As if let in a moment ago, so that the page leaves the last step to the fan. */
  BrowserFan whoGoesInByHand() {
    return whoGoesInByHandTo("derby");
  }

  /** The same at another event. */
  BrowserFan whoGoesInByHandTo(String event) {
    context.addInitScript(
        "try { sessionStorage.setItem('headgate:%s:entered', String(Date.now() + 3600000)); }"
                .formatted(event)
            + " catch (forbidden) { /* about:blank has no storage */ }");
    return this;
  }

  /** As if every cookie of the gateway had been copied from another fan's browser. */
  BrowserFan withCookiesOf(BrowserFan other) {
    return with(other, "hg_");
  }

  /** As if every cookie had been, also the shop's. */
  BrowserFan withEveryCookieOf(BrowserFan other) {
    return with(other, "");
  }

  /** As if the place's cookie had been, by a page that knows it joined before. */
  BrowserFan withPlaceOf(BrowserFan other) {
    context.addInitScript(
        "try { localStorage.setItem('headgate:derby:place', '1'); }"
            + " catch (forbidden) { /* about:blank has no storage */ }");
    return with(other, "hg_place_");
  }

  private BrowserFan with(BrowserFan other, String prefix) {
    context.addCookies(
        other.context.cookies().stream().filter(cookie -> cookie.name.startsWith(prefix)).toList());
    return this;
  }

  /** A new tab that has not gone anywhere yet. */
  Page blank() {
    return context.newPage();
  }

  /** A new tab at that address. */
  Page open(String path) {
    Page tab = context.newPage();
    tab.navigate(origin + path);
    return tab;
  }

  String admission() {
    return cookie("hg_admission_derby");
  }

  String place() {
    return cookie("hg_place_derby");
  }

  private String cookie(String name) {
    return context.cookies().stream()
        .filter(cookie -> cookie.name.equals(name))
        .map(cookie -> cookie.value)
        .findFirst()
        .orElse("");
  }

  /** Takes a picture of what the fan sees, and checks what must hold of every page. */
  void sees(Page tab, String phase) {
    tab.screenshot(
        new Page.ScreenshotOptions().setPath(Path.of("target", "screenshots", phase + ".png")));
    assertEquals(
        0,
        tab.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"),
        phase + ": pixels to scroll sideways");
    assertEquals(List.of(), Barriers.of(tab), phase);
  }

  void metNothingUnexpected() {
    assertEquals(List.of(), errors, "errors in the console");
    assertEquals(List.of(), elsewhere, "requests to other origins");
    leaves();
  }

  /** Closes everything; what its tabs still ask is left without an answer. */
  void leaves() {
    // A request that a test answers while the context closes would wait for it in vain.
    context.pages().forEach(Page::unrouteAll);
    context.close();
  }

  private void heard(ConsoleMessage message) {
    String text = message.text() + " at " + message.location();
    if (message.type().equals("error") && !REFUSED_POLITELY.matcher(text).matches()) {
      errors.add(text);
    }
  }

  private void asked(Request request) {
    String url = request.url();
    boolean ours = url.startsWith(origin + "/");
    if (!ours && !url.startsWith("data:") && !url.equals("about:blank")) {
      elsewhere.add(url);
    }
  }
}
