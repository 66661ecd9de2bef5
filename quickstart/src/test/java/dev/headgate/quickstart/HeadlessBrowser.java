package dev.headgate.quickstart;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A Chromium without a window. Each fan is a context of its own, so each has its own cookies. */
final class HeadlessBrowser implements AutoCloseable {
  private static final List<String> USUAL =
      List.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");

  /** A browser that is tested asks nobody for updates, and runs in a container as root. */
  private static final List<String> FLAGS =
      List.of(
          "--no-sandbox",
          "--disable-dev-shm-usage",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private final Playwright playwright;
  private final Browser browser;

  private HeadlessBrowser(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  /**
   * Starts it.
   *
   * @throws AssertionError when there is none, so that no test is skipped for it
   */
  static HeadlessBrowser start() {
    Path executable = executable(System.getenv(), USUAL);
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    BrowserType.LaunchOptions options =
        new BrowserType.LaunchOptions().setExecutablePath(executable).setArgs(FLAGS);
    return new HeadlessBrowser(playwright, playwright.chromium().launch(options));
  }

  /** The browser that {@code HEADGATE_BROWSER} names, or else the first of the usual ones. */
  static Path executable(Map<String, String> environment, List<String> usual) {
    return Stream.concat(Stream.ofNullable(environment.get("HEADGATE_BROWSER")), usual.stream())
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    "the tests need a browser; install one: apt-get install chromium"));
  }

  /** A fan on a device of that kind, with an empty jar of cookies. */
  BrowserFan fan(Device device, URI origin) {
    return BrowserFan.with(context(device), origin);
  }

  /** An empty one, on a device of that kind. */
  BrowserContext context(Device device) {
    return browser.newContext(device.options());
  }

  /** The same who has forbidden all scripts. */
  BrowserFan fanWithoutScripts(Device device, URI origin) {
    return BrowserFan.with(
        browser.newContext(device.options().setJavaScriptEnabled(false)), origin);
  }

  /** The same whose browser is set to that locale. */
  BrowserFan fan(Device device, String locale, URI origin) {
    return BrowserFan.with(browser.newContext(device.options().setLocale(locale)), origin);
  }

  /** A fan with a device of their own. */
  BrowserFan fan(Browser.NewContextOptions device, URI origin) {
    return BrowserFan.with(browser.newContext(device), origin);
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
