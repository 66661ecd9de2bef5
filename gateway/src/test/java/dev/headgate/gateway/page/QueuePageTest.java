package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class QueuePageTest {

  private static final Pattern ASSET = Pattern.compile("/queue/-/([^\"]+)");

  private static final List<String> LANGUAGES =
      List.of("en", "de", "es", "fr", "it", "pt", "ar", "hi", "ja", "ko");

  private final QueuePage page = QueuePage.bundled();
  private final String html = document("Derby", "en");

  private String document(String title, String language) {
    return page.document(new QueuePage.Shown("derby", title, false, null), language).toString();
  }

  private List<String> assetNames() {
    return ASSET.matcher(html).results().map(found -> found.group(1)).toList();
  }

  private QueuePage.Asset asset(String name) {
    return page.asset(name).orElseThrow();
  }

  @Test
  void aTitleIsTextWhateverIsInIt() {
    String title = "\"><script>alert('x')</script> & {{event}} {{js}} $1";
    String hostile = document(title, "en");
    assertFalse(hostile.contains("<script>alert"));
    String escaped =
        "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; {{event}} {{js}} $1";
    assertTrue(hostile.contains("<title>" + escaped + "</title>"), hostile);
    assertTrue(hostile.contains("<h1 dir=\"auto\">" + escaped + "</h1>"));
  }

  @Test
  void theEventIsInTheRootElementForTheScript() {
    assertTrue(html.contains("<html lang=\"en\" dir=\"ltr\" data-event=\"derby\" data-phase=\"\""));
    assertTrue(html.contains("action=\"/queue/derby/places?lang=en\""));
    assertFalse(html.contains("{{"));
  }

  @Test
  void thePolicyForbidsWhatThePageDoesNotUse() {
    String policy = page.contentSecurityPolicy();
    assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"));
    for (String directive : List.of("base-uri 'none'", "form-action 'self'", "worker-src 'self'")) {
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
    assertEquals(5 + LANGUAGES.size(), assetNames().size());
    for (String name : assetNames()) {
      assertTrue(
          name.matches(
              "(queue|draw-worker|challenge-worker|words\\.[a-z]{2})\\.[0-9a-f]{16}\\.(css|js|json)"),
          name);
      assertTrue(asset(name).bytes().length() > 0);
    }
    assertTrue(page.asset("queue.js").isEmpty());
    assertTrue(page.asset("../queue.js").isEmpty());
    assertTrue(page.asset("").isEmpty());
  }

  @Test
  void allOfItIsUnder30KilobytesCompressedInEveryLanguage() throws IOException {
    for (String language : LANGUAGES) {
      String document = document("Derby", language);
      int total = compressed(Buffer.buffer(document));
      for (String name :
          Set.copyOf(ASSET.matcher(document).results().map(m -> m.group(1)).toList())) {
        boolean loaded =
            name.startsWith("words.")
                ? name.startsWith("words." + language)
                : name.startsWith("queue."); // Workers come when they are needed.
        total += loaded ? compressed(asset(name).bytes()) : 0;
      }
      assertTrue(total < 30_000, language + " bytes: " + total);
    }
  }

  @Test
  void theDocumentIsInItsLanguageBeforeAnyScriptRuns() {
    String arabic = document("Derby", "ar");
    assertTrue(arabic.contains("<html lang=\"ar\" dir=\"rtl\" data-event=\"derby\""));
    assertTrue(arabic.contains("<p class=\"eyebrow\" data-say=\"page.room\">غرفة الانتظار</p>"));
    assertFalse(arabic.contains("Waiting room"));
    String french = document("Derby", "fr");
    assertTrue(french.contains("lang=\"fr\" dir=\"ltr\""));
    assertTrue(
        french.contains("<h2 id=\"headline\" tabindex=\"-1\">Votre place dans la file</h2>"));
    assertFalse(french.contains("{{"));
    assertThrows(IllegalArgumentException.class, () -> document("Derby", "nl"));
  }

  @Test
  void everyLanguageCanBeChosenWithAndWithoutScripts() {
    for (String language : LANGUAGES) {
      String document = document("Derby", language);
      assertEquals(
          List.of(language),
          Pattern.compile("<option value=\"(..)\"[^>]* selected>")
              .matcher(document)
              .results()
              .map(found -> found.group(1))
              .toList());
      for (String other : LANGUAGES) {
        assertTrue(document.contains("<option value=\"" + other + "\" lang=\"" + other + "\""));
        assertTrue(document.contains("<a href=\"/queue/derby?lang=" + other + "\""));
      }
    }
  }

  @Test
  void theWordsOfALanguageAreDataAndNoProgram() {
    for (String name : assetNames()) {
      if (name.startsWith("words.")) {
        assertEquals("application/json; charset=utf-8", asset(name).contentType());
        JsonObject words = asset(name).bytes().toJsonObject();
        assertEquals(name.substring(6, 8), words.getString("lang"));
        assertTrue(words.getJsonObject("messages").size() > 90);
      }
    }
  }

  private static int compressed(Buffer content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content.getBytes());
    }
    return out.size();
  }

  @Test
  void withoutScriptsThereIsAFormToJoinAndTheWayToTheFansOwnPage() {
    String noscript = html.substring(html.indexOf("<noscript>"), html.indexOf("</noscript>"));
    assertTrue(noscript.contains("<form method=\"post\" action=\"/queue/derby/places?lang=en\">"));
    assertTrue(noscript.contains("<a href=\"/queue/derby/places/me?lang=en\">"));
  }

  @Test
  void whatOnlyFansWithoutScriptsAreToldDoesNotWeighOnTheOthers() {
    for (String name : assetNames()) {
      String content = asset(name).bytes().toString();
      assertFalse(content.contains("\"plain."), name);
      assertFalse(content.contains("\"noscript."), name);
    }
  }

  @Test
  void inThePlaceOfAnotherPageTheFormsLeadBackThere() {
    QueuePage.Shown shown = new QueuePage.Shown("derby", "Derby", false, null);
    String inline = page.document(shown.from("/seats?a=b&c=\"><b>"), "en").toString();
    String to = "?lang=en&amp;to=%2Fseats%3Fa%3Db%26c%3D%22%3E%3Cb%3E\"";
    assertTrue(inline.contains("action=\"/queue/derby/places" + to), inline);
    assertTrue(inline.contains("href=\"/queue/derby/places/me" + to), inline);
    for (String elsewhere :
        List.of("//evil.example/", "https://evil.example/", "/\\evil.example")) {
      assertEquals(html, page.document(shown.from(elsewhere), "en").toString(), elsewhere);
    }
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
