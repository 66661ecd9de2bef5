package dev.headgate.quickstart;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One demo and one browser for all tests of a class: a static {@code RegisterExtension} of it. */
final class BrowserAtDemo implements BeforeAllCallback, AfterAllCallback {
  private static final double PATIENCE_MILLIS = 90_000;

  private final String[] options;

  @SuppressWarnings("NullAway.Init")
  private DemoProcess demo;

  @SuppressWarnings("NullAway.Init")
  private HeadlessBrowser browser;

  private BrowserAtDemo(String... options) {
    this.options = options;
  }

  /**
   * Starts both before the first test.
   *
   * @param options of the command {@code demo}
   */
  static BrowserAtDemo with(String... options) {
    return new BrowserAtDemo(options);
  }

  DemoProcess demo() {
    return demo;
  }

  HeadlessBrowser browser() {
    return browser;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    demo = DemoProcess.start(options);
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    // Either may be missing: it could be its start that failed.
    if (browser != null) {
      browser.close();
    }
    if (demo != null) {
      demo.close();
    }
  }
}
