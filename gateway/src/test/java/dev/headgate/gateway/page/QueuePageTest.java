package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class QueuePageTest {

  private static final Pattern ASSET = Pattern.compile("/queue/-/([^\"]+)");

  private final QueuePage page = QueuePage.bundled();
  private final String html = page.document("derby", "Derby").toString();

  private List<String> assetNames() {
    return ASSET.matcher(html).results().map(found -> found.group(1)).toList();
  }

  private QueuePage.Asset asset(String name) {
    return page.asset(name).orElseThrow();
  }

  @Test
  void aTitleIsTextWhateverIsInIt() {
    String title = "\"><script>alert('x')</script> & {{event}} {{js}} $1";
    String hostile = page.document("derby", title).toString();
    assertFalse(hostile.contains("<script>alert"));
    String escaped =
        "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; {{event}} {{js}} $1";
    assertTrue(hostile.contains("<title>" + escaped + "</title>"), hostile);
    assertTrue(hostile.contains("<h1>" + escaped + "</h1>"));
  }

  @Test
  void theEventIsInTheRootElementForTheScript() {
    assertTrue(html.contains("<html lang=\"en\" data-event=\"derby\" data-phase=\"\""));
    assertTrue(html.contains("action=\"/queue/derby/places\""));
    assertFalse(html.contains("{{"));
  }

  @Test
  void thePolicyForbidsWhatThePageDoesNotUse() {
    String policy = page.contentSecurityPolicy();
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"));
    for (String directive : List.of("base-uri 'none'", "form-action 'self'")) {
      assertTrue(policy.contains(directive), directive);
    }
    assertFalse(policy.contains("unsafe"));
    assertFalse(html.contains("<style"));
    assertFalse(Pattern.compile("<script(?![^>]* src=)").matcher(html).find());
    assertFalse(Pattern.compile("\\s(on[a-z]+|style)=").matcher(html).find());
  }

  @Test
  void nothingComesFromElsewhere() {
    StringBuilder all = new StringBuilder(html);
    assetNames().forEach(name -> all.append(asset(name).bytes()));
    Matcher links = Pattern.compile("(src|href)=\"(?!/|data:)").matcher(all);
    assertFalse(links.find());
    String withoutNamespaces = all.toString().replace("http://www.w3.org/2000/svg", "");
    assertFalse(Pattern.compile("https?:").matcher(withoutNamespaces).find());
  }

  @Test
  void assetsAreNamedByTheirContentSoThatTheyMayBeKeptForEver() {
    assertEquals(2, assetNames().size());
    for (String name : assetNames()) {
      assertTrue(name.matches("queue\\.[0-9a-f]{16}\\.(css|js)"), name);
      assertTrue(asset(name).bytes().length() > 0);
    }
    assertTrue(page.asset("queue.js").isEmpty());
    assertTrue(page.asset("../queue.js").isEmpty());
    assertTrue(page.asset("").isEmpty());
  }

  @Test
  void allOfItIsUnder30KilobytesCompressed() throws IOException {
    int total = compressed(Buffer.buffer(html));
    for (String name : assetNames()) {
      total += compressed(asset(name).bytes());
    }
    assertTrue(total < 30_000, "bytes: " + total);
  }

  private static int compressed(Buffer content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content.getBytes());
    }
    return out.size();
  }

  @Test
  void withoutScriptsThereIsAFormToJoin() {
    String noscript = html.substring(html.indexOf("<noscript>"), html.indexOf("</noscript>"));
    assertTrue(noscript.contains("<form method=\"post\" action=\"/queue/derby/places\">"));
  }

  @Test
  void theHooksThatTheScriptAndTheTestsUseAreThere() {
    for (String id :
        List.of("position", "ahead", "countdown", "wait", "enter", "rejoin", "message", "spoken")) {
      assertTrue(html.contains("id=\"" + id + "\""), id);
    }
  }

  @Test
  void oneRegionSpeaksAndItDoesNotInterrupt() {
    assertEquals(1, Pattern.compile("aria-live=").matcher(html).results().count());
    assertTrue(
        html.contains("id=\"spoken\" class=\"unseen\" role=\"status\" aria-live=\"polite\""));
  }
}
