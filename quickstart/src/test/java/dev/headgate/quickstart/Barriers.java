package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** What keeps somebody from using a page, as axe finds it; without the frames in it. */
final class Barriers {
  /** Run in the page as it is: a copy of it, as axe's own builder opens one, costs a second. */
  private static final String FIND =
      "async (tags) => { const found = await axe.run(document,"
          + " { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'],"
          + " iframes: false });"
          + " return found.violations.flatMap((rule) => rule.nodes.map((node) =>"
          + " `${rule.id}: ${node.html}: ${node.failureSummary}`)); }";

  private static final String AXE = axe();

  private Barriers() {}

  /** Each as one line; none where there are none. */
  static List<?> of(Page page) {
    page.evaluate(AXE);
    return (List<?>) page.evaluate(FIND, BrowserFan.WCAG_A_AND_AA);
  }

  private static String axe() {
    try (InputStream in = AxeBuilder.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
