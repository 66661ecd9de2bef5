package dev.headgate.gateway.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnPageTest {
  private static final String WHOLE =
      """
      <!doctype html>
      <html {{{root}}}>
      <head>
      {{{head}}}
      </head>
      <body><main>
      %s
      {{{header}}}{{{notes}}}{{{panel}}}{{{spoken}}}{{{footer}}}
      </main></body></html>
      """;

  private final Languages languages = new Languages();
  private final Words english = Words.of("en");
  private final Map<String, String> named = Map.of("css", "a.css", "js", "b.js", "worker", "c.js");
  private final Document document =
      new Document(Document.UNADORNED, languages.all(), Map.of("en", "words.en.json"));

  private Document.Spoken usual() {
    return document.spoken(english, named);
  }

  private String page(String template) {
    return new OwnPage(template).page(usual());
  }

  private String refused(String template) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> page(template)).getMessage());
  }

  /** A page with this somewhere in it. */
  private static String with(String more) {
    return WHOLE.replace("%s", more);
  }

  private static String filled(String page, String title) {
    return Template.ofGaps(page).filled(Map.of("event", "derby", "title", title, "dpop", ""));
  }

  @Test
  void partsAreTheUsualPagesAndTextsAreEscaped() {
    String page =
        page(
            with(
                "<p id=\"own\" lang=\"{{lang}}\" dir=\"{{dir}}\">{{page.keep}} {{noscript.text}}</p>"
                    + "{{^logo}}none{{/logo}}{{#logo}}one{{/logo}}{{! a comment }}"));
    assertTrue(page.contains("<p id=\"own\" lang=\"en\" dir=\"ltr\">Your place stays yours"), page);
    assertTrue(page.contains("none") && !page.contains("one{{"));
    assertFalse(page.contains("a comment"));
    for (String part : usual().parts().values()) {
      assertTrue(page.contains(part), part);
    }
  }

  @Test
  void aTitleIsTextWhereverItStands() {
    String page = page(with("<p title=\"{{title}}\" aria-label='{{title}}'>{{title}}</p>"));
    String hostile = "\" onmouseover=\"x' ><script>{{event}}{{{head}}}\uFDD0dpop\uFDD1";
    String escaped =
        "&quot; onmouseover=&quot;x&#39; &gt;&lt;script&gt;{{event}}{{{head}}}\uFDD0dpop\uFDD1";
    String html = filled(page, hostile);
    assertTrue(
        html.contains(
            "<p title=\"" + escaped + "\" aria-label='" + escaped + "'>" + escaped + "</p>"),
        html);
  }

  @Test
  void thePanelCanBeWrittenOutInAnyOrderAsLongAsNothingIsMissing() throws Exception {
    String panel =
        Files.readString(Path.of("src/main/resources/dev/headgate/gateway/page/queue.html"))
            .replaceAll("(?s)^.*\\{\\{part:panel}}\n|\\{\\{end:panel}}.*$", "")
            .replaceAll("(?s)\\{\\{part:noscript}}.*\\{\\{end:noscript}}", "{{{noscript}}}")
            .replace("{{worker}}", "c.js")
            .replaceAll("\\{\\{say:([a-z.-]+)}}", "{{$1}}")
            .replace("class=\"big\"", "class=\"huge\"");
    String own = WHOLE.replace("{{{panel}}}", panel).replace("%s", "");
    assertTrue(page(own).contains("class=\"huge\""));
    for (String id : List.of("enter", "headline", "progress", "draw-steps", "countdown")) {
      String without = own.replace("id=\"" + id + "\"", "id=\"other-" + id + "\"");
      assertTrue(refused(without).matches("(?s)lacks <[a-z0-9]+ id=\"" + id + "\"[^>]*>.*"), id);
    }
    assertTrue(
        refused(own.replace("<button id=\"enter\" type=\"button\"", "<a id=\"enter\""))
            .startsWith("lacks <button id=\"enter\" type=\"button\" hidden>"));
    assertTrue(refused(own.replace("tabindex=\"-1\"", "")).startsWith("lacks <h2 id=\"headline\""));
    assertTrue(refused(own.replace("{{{noscript}}}", "")).startsWith("lacks {{{noscript}}}"));
  }

  @ParameterizedTest
  @CsvSource({
    "<html {{{root}}}>, <html>, lacks {{{root}}}; lacks <html {{{root}}}>",
    "{{{head}}}, '', lacks {{{head}}}",
    "{{{spoken}}}, '', 'lacks <p id=\"spoken\" role=\"status\" aria-live=\"polite\">'",
    "{{{footer}}}, '', lacks {{{languageOptions}}}; lacks {{{languageLinks}}}; lacks",
    "{{{notes}}}, '', 'lacks <p id=\"trouble\" hidden>; lacks <p id=\"message\" hidden>'",
    "{{{spoken}}}, {{{spoken}}}{{{spoken}}}, has the id spoken 2 times",
  })
  void whatIsMissingIsNamed(String part, String instead, String named) {
    String refused = refused(with("").replace(part, instead));
    assertTrue(refused.startsWith(named), refused);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{{{title}}}                         | line 7: {{{title}}} is not escaped",
        "{{&title}}                          | line 7: {{{title}}} is not escaped",
        "{{{page.room}}}                     | line 7: {{{page.room}}} is not escaped",
        "{{panel}}                           | {{panel}} is a part of the page",
        "{{nothing}}                         | line 7: {{nothing}} is unknown",
        "{{line.ahead}}                      | line 7: {{line.ahead}} is unknown",
        "{{.}}                               | line 7: {{.}} is unknown",
        "{{#nothing}}{{/nothing}}            | line 7: {{nothing}} is unknown",
        "{{#title}}{{length}}{{/title}}      | line 7: {{length}} is unknown",
        "{{class}}                           | line 7: {{class}} is unknown",
        "{{title.class.name}}                | line 7: {{title.class.name}} is unknown",
        "{{entrySet}}                        | line 7: {{entrySet}} is unknown",
        "{{>other}}                          | other templates: [other]",
        "{{>../../etc/passwd}}               | other templates: [../../etc/passwd]",
        "{{<other}}{{/other}}                | other templates: [other]",
        "{{$block}}{{/block}}                | other templates: [block]",
        "{{#title}}                          | no template:",
        "{{title                             | {{ without an end",
        "<script>x</script>                  | has <script> of its own",
        "<SCRIPT src=/x></SCRIPT>            | has <script> of its own",
        "<style>x</style>                    | has <style> of its own",
        "<link rel=icon href=/x>             | has <link> of its own",
        "<iframe src=\"/x\"></iframe>        | has <iframe> of its own",
        "<base href=\"/x\">                  | has <base> of its own",
        "<meta http-equiv=refresh>           | has <meta> of its own",
        "<textarea>{{title}}</textarea>      | has <textarea> of its own",
        "<p onclick=\"x\">                   | has onclick=\"…\"",
        "<p ONCLICK='x'>                     | has onclick=\"…\"",
        "<p style=\"color: red\">            | has style=\"…\"",
        "<img src=\"https://x.example/a.png\" alt=\"\"> | has src=\"…\" at <img>",
        "<img src=\"//x.example/a.png\" alt=\"\">       | has src=\"…\" at <img>",
        "<a href=\"javascript:x\">a</a>      | has href=\"…\" at <a>",
        "<a href=\"{{title}}\">a</a>         | has href=\"…\" at <a>",
        "<a href=\"/x/{{title}}\">a</a>      | has href=\"…\" at <a>",
        "<img src=\"/&#47;x.example/a.png\" alt=\"\">  | has src=\"…\" at <img>",
        "<img src=\"/\\x.example/a.png\" alt=\"\">  | has src=\"…\" at <img>",
        "<set attributeName=\"href\" to=\"javascript:x\"/> | has <set> of its own",
        "<noembed>x</noembed>                | has <noembed> of its own",
        "<unheard-of>x</unheard-of>          | has <unheard-of> of its own",
        "<form action=\"https://x.example\"> | has action=\"…\" at <form>",
        "<p title={{title}}>                 | a tag that cannot be read",
        "<p {{title}}>                       | a tag that cannot be read",
        "<p title=\"x>                       | a tag that cannot be read",
        "a < b                               | a tag that cannot be read",
        "<!-- x                              | a tag that cannot be read",
        "<p id=\"enter\">                    | has the id enter 2 times",
      })
  void whatAPageMayNotHaveIsNamed(String more, String named) {
    String refused = refused(with(more.strip()));
    assertTrue(refused.startsWith(named), refused);
  }

  /** Of all elements whose content HTML knows to read otherwise than as markup. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "script",
        "style",
        "title",
        "textarea",
        "xmp",
        "iframe",
        "noembed",
        "noframes",
        "noscript",
        "plaintext",
        "template",
        "math",
        "select",
        "svg"
      })
  void nothingComesToLifeWhereAnElementEndsSoonerForBrowsersThanItLooks(String name) {
    String live = "<meta http-equiv=refresh content=\"0;url=https://elsewhere.example/\">";
    for (String end : List.of("</" + name + ">", "</" + name.toUpperCase(Locale.ROOT) + " >")) {
      for (String hidden :
          List.of(
              "<p title=\"" + end + live + "\">x</p>",
              "<p title='" + end + live + "'>x</p>",
              "<!-- " + end + live + " -->")) {
        String more = "<" + name + ">" + hidden + "</" + name + ">";
        assertFalse(refusal(with(more)).isEmpty() && !isHarmless(name, hidden), more);
      }
    }
  }

  /** In these a comment is one to everybody. */
  private static boolean isHarmless(String name, String hidden) {
    return hidden.startsWith("<!--") && List.of("select", "svg").contains(name);
  }

  /** Why a page is refused; empty where it is not. */
  private String refusal(String template) {
    try {
      return page(template).isEmpty() ? "empty" : "";
    } catch (IllegalArgumentException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!-->LIVE-->",
        "<!--->LIVE-->",
        "<!-- a --!>LIVE-->",
        "<!--a--!>LIVE<!---->",
        "<!-- <!-- LIVE --> -->LIVE",
        "<!-- a -- LIVE -->",
        "<!- LIVE -->",
        "<! LIVE >",
        "<!doctype html [LIVE]>",
        "<?x LIVE ?>",
        "</ LIVE>",
        "</p title=\"LIVE\">",
        "<![CDATA[LIVE]]>",
        "<!<!doctype html>-- LIVE -->",
        "<<!---->!-- LIVE -->",
        "<<!doctype html>p>LIVE",
        "<p title=\"<!--\">LIVE<p title=\"-->\">",
        "<p title='<!--'>LIVE<p title='-->'>",
        "<p title=\"<!doctype html>\">LIVE",
        "<p\u000btitle=\">LIVE\">",
        "<p title\u000b=\">LIVE\">",
        "<p\u00a0title=\">LIVE\">",
        "<p title=x\"\"LIVE>",
        "<p title=\"x\"\"LIVE\">",
        "<p \"title=LIVE>",
      })
  void noMarkupIsTakenForACommentOrAValueThatBrowsersTakeForMarkup(String more) {
    String live = "<meta http-equiv=\"refresh\" content=\"0;url=https://elsewhere.example/\">";
    assertFalse(refusal(with(more.replace("LIVE", live))).isEmpty(), more);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<!-- x -->", "<!---->", "<!-- <p>old</p> -->", "<!--a-b- c-->"})
  void commentsThatAreOneToEverybodyAreTaken(String more) {
    assertEquals("", refusal(with(more)));
  }

  /** With all the parts that a page needs, at all places where browsers see nothing of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<!-- PART -->",
        "<p title='PART'></p>",
        "<p title=\"PART\"></p>",
        "<noscript>PART</noscript>",
        "<select>PART</select>",
        "<datalist>PART</datalist>",
        "<svg viewBox=\"0 0 1 1\">PART</svg>",
        "<textarea>PART</textarea>",
        "<noframes>PART</noframes>",
        "<xmp>PART</xmp>",
        "<template>PART</template>",
        "{{#logo}}PART{{/logo}}",
      })
  void whatIsNeededHasToBeThereForBrowsersToo(String around) {
    String whole = with("<select>{{{languageOptions}}}</select>{{{languageLinks}}}{{{noscript}}}");
    for (String part : List.of("head", "panel", "notes", "spoken", "footer", "header")) {
      String name = "{{{" + part + "}}}";
      if (!part.equals("header")) {
        String refused = refusal(whole.replace(name, around.replace("PART", name)));
        boolean named = refused.contains("lacks ") || refused.contains("cannot be read");
        assertTrue(named || refused.contains(" of its own"), part + ": " + refused);
      }
    }
    String root =
        with("").replace("<html {{{root}}}>", around.replace("PART", "<html {{{root}}}>"));
    assertFalse(refusal(root).isEmpty());
  }

  @Test
  void thePageIsOfOneRootWithTheAttributesItNeeds() {
    String whole = with("");
    assertTrue(
        refused(whole.replace("<html {{{root}}}>", "<html lang=\"xx\"><html {{{root}}}>"))
            .contains("lacks <html {{{root}}}>"));
    assertTrue(
        refused(whole.replace("<html {{{root}}}>", "<html class=\"a\" {{{root}}}>"))
            .contains("lacks <html {{{root}}}>"));
  }

  @Test
  void choicesOfLanguageAreOfNoUseOutsideAListOfChoices() {
    String own =
        with("")
            .replace(
                "{{{footer}}}",
                "<p id=\"keep\" hidden></p><p id=\"languages\" hidden><select id=\"language\""
                    + " autocomplete=\"off\">IN</select></p>OUT{{{languageLinks}}}");
    assertEquals("", refusal(own.replace("IN", "{{{languageOptions}}}").replace("OUT", "")));
    assertEquals(
        "lacks {{{languageOptions}}}",
        refusal(own.replace("IN", "").replace("OUT", "{{{languageOptions}}}")));
  }

  @Test
  void sectionsInSectionsAreAPageOrRefusedInWordsHoweverDeepTheyAre() throws Exception {
    for (int depth : new int[] {2, 3_500, 100_000}) {
      String nested = "{{#lang}}".repeat(depth) + "x" + "{{/lang}}".repeat(depth);
      List<String> outcomes = new CopyOnWriteArrayList<>();
      Thread little = new Thread(null, () -> outcomes.add(refusal(with(nested))), "s", 256 * 1024);
      little.start();
      little.join();
      assertEquals(1, outcomes.size(), "nothing else is thrown");
      String outcome = outcomes.get(0);
      assertTrue(outcome.isEmpty() || outcome.startsWith("sections in sections"), outcome);
      assertTrue(depth > 2 || outcome.isEmpty(), outcome);
      assertTrue(depth < 100_000 || !outcome.isEmpty(), outcome);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'<a href=\"https://www.example/x?a=b\">a</a>'",
    "'<a href=\"/queue/{{event}}/draw\">a</a>'",
    "'<a href=\"#headline\">a</a>'",
    "'<img src=\"data:image/png;base64,AAAA\" alt=\"\">'",
    "'<svg viewBox=\"0 0 1 1\"><path d=\"M0 0h1\"/></svg>'",
    "'<br><hr/>'",
    "'{{=<% %>=}}<p><%title%></p><%={{ }}=%>'",
  })
  void whatAPageMayHaveIsTaken(String more) {
    assertFalse(Pattern.compile("\uFDD2|\uFDD3|\uFDD4").matcher(page(with(more))).find());
  }

  @Test
  void theGuideNamesEveryPartAndItsExampleIsAWholePage() throws Exception {
    String guide = Files.readString(Path.of("..", "docs", "themes.md"));
    for (String part : usual().parts().keySet()) {
      assertTrue(guide.contains("`" + part + "`"), part);
    }
    String example = guide.substring(guide.indexOf("<!doctype html>"));
    String page = page(example.substring(0, example.indexOf("```")));
    assertTrue(filled(page, "A & B").contains("<h1 dir=\"auto\">A &amp; B</h1>"));
  }

  @Test
  void anEmptyTemplateLacksEverything() {
    String refused = refused("");
    Markup.of(usual().page()).tags().stream()
        .map(Markup.Tag::id)
        .filter(id -> !id.isEmpty())
        .forEach(id -> assertTrue(refused.contains("id=\"" + id + "\""), id));
    assertEquals(5, Pattern.compile("lacks \\{").matcher(refused).results().count());
  }
}
