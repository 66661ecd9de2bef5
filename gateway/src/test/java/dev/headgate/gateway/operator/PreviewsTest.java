package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.page.QueuePage;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue page in a frame of the console. */
class PreviewsTest extends OperatorHttp {
  private static final Pattern ASSET = Pattern.compile("\"(/queue/-/[^\"]+)\"");
  private static @Nullable GatewayConfig themed;
  private static @Nullable QueuePage themedPage;

  @BeforeAll
  static void readThemes() {
    GatewayConfig config = GatewayConfig.load(Path.of("..", "config", "examples", "themes.yaml"));
    themed = config;
    themedPage = QueuePage.of(config.pages());
  }

  @Override
  OperatorParts parts() {
    if (themed != null && themedPage != null) {
      pages = themed.pages();
      queuePage = themedPage;
    }
    return super.parts();
  }

  @BeforeEach
  void isThemed() {
    assertEquals(java.util.Set.of("evening", "harbour"), pages.themes().keySet());
  }

  @Test
  void everyStateThatIsListedIsADocumentOfNoOrigin() throws Exception {
    List<String> states = states();
    assertTrue(states.size() > 50, states::toString);
    for (String state : states) {
      HttpResponse<String> page = page(state, "", VIEWER);
      assertEquals(200, page.statusCode(), state);
      String policy = header(page, "Content-Security-Policy");
      boolean scripted = !state.equals("without-script");
      assertTrue(policy.endsWith("; sandbox" + (scripted ? " allow-scripts" : "")), policy);
      assertTrue(policy.startsWith("default-src 'none'; "), policy);
      assertTrue(policy.contains("frame-ancestors 'self'"), policy);
      assertEquals("SAMEORIGIN", header(page, "X-Frame-Options"));
      assertEquals("no-store", header(page, "Cache-Control"));
      assertEquals("same-origin", header(page, "Cross-Origin-Resource-Policy"));
      int frame = page.body().indexOf("<script src=\"/queue/-/frame.js\"");
      int own = page.body().indexOf("<script type=\"module\"");
      assertTrue(frame > 0 && frame < own, state);
    }
  }

  @Test
  void titleThemeAndLanguageAreThoseAskedForAndTextStaysText() throws Exception {
    String title = URLEncoder.encode("<b>\"Ü&lt;\"</b>{{event}}", StandardCharsets.UTF_8);
    String html = page("called", "?title=" + title + "&theme=harbour&lang=ar", VIEWER).body();
    assertTrue(html.contains("&lt;b&gt;&quot;Ü&amp;lt;&quot;&lt;/b&gt;{{event}}"), html);
    assertTrue(html.contains("lang=\"ar\" dir=\"rtl\""), html);
    assertTrue(html.contains("Harbour Hall"), html);
    assertNotEquals(html, page("called", "?lang=ar", VIEWER).body());
  }

  @Test
  void whatADocumentLoadsIsPublicAndReadableForAFrameOfNoOrigin() throws Exception {
    for (String state : List.of("far", "draw-right", "without-script")) {
      String html = page(state, "?theme=harbour", VIEWER).body();
      List<String> assets =
          ASSET.matcher(html).results().map((MatchResult found) -> found.group(1)).toList();
      assertTrue(assets.size() > 10, assets::toString);
      for (String asset : assets) {
        HttpResponse<String> answer =
            client.send(request(asset, null).build(), BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), asset);
        assertEquals("*", header(answer, "Access-Control-Allow-Origin"));
        assertEquals("cross-origin", header(answer, "Cross-Origin-Resource-Policy"));
        assertEquals("nosniff", header(answer, "X-Content-Type-Options"));
      }
    }
    assertProblem(404, "not-found", plain("GET", "/queue/-/none.js", null));
    assertProblem(404, "not-found", plain("GET", "/queue/-/stage.jsx", null));
  }

  @Test
  void theAnswersOfAStateAreInItsDocumentAndNowhereElse() throws Exception {
    String html = page("moving", "", VIEWER).body();
    assertTrue(html.contains("&quot;places/me named&quot;:{&quot;status&quot;:200"), html);
    for (String path : List.of("/queue/moving/status", "/queue/moving/places/me", "/queue/")) {
      assertProblem(404, "not-found", plain("GET", path, ADMIN));
    }
  }

  @Test
  void whoIsNotSignedInSeesNone() throws Exception {
    assertProblem(401, "token-required", page("called", "", null));
    assertProblem(401, "token-invalid", page("called", "", "x"));
    assertProblem(401, "token-required", plain("GET", "/api/preview", null));
  }

  @Test
  void aPreviewIsOnlyReadByWhatever() throws Exception {
    for (String path : List.of("/queue/called", "/queue/-/frame.js")) {
      for (String method : List.of("POST", "PUT", "PATCH", "DELETE", "OPTIONS")) {
        HttpResponse<String> refused = plain(method, path, ADMIN);
        assertProblem(405, "method-not-allowed", refused);
        assertEquals("GET, HEAD", header(refused, "Allow"));
      }
      assertEquals(200, plain("HEAD", path, VIEWER).statusCode());
    }
    assertEquals(List.of(), audit());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?theme=none",
        "?theme=",
        "?lang=xx",
        "?lang=",
        "?title=",
        "?title=%00",
        "?title=a%0Ab",
        "?titel=a",
        "?title=a&title=b",
        "?theme=evening&theme=harbour",
        "?x"
      })
  void whatIsNotUnderstoodIsRefused(String query) throws Exception {
    assertProblem(400, "invalid-settings", page("called", query, VIEWER));
  }

  @Test
  void aTitleOfAnyLengthThatAnEventMayHaveFitsIntoTheAddress() throws Exception {
    String longest = "%F0%9F%8E%9F".repeat(200);
    assertEquals(200, page("called", "?title=" + longest, VIEWER).statusCode());
    assertProblem(400, page("called", "?title=" + "a".repeat(201), VIEWER));
  }

  @Test
  void statesThatThereAreNotAreNotFound() throws Exception {
    for (String state : List.of("none", "derby", "CALLED", "-")) {
      assertProblem(404, "not-found", page(state, "", VIEWER));
    }
  }

  @Test
  void themesAndLanguagesAreNamedToChooseFrom() throws Exception {
    JsonObject choices = choices();
    assertEquals(List.of("evening", "harbour"), choices.getJsonArray("themes").getList());
    assertEquals(10, choices.getJsonArray("languages").size());
    assertEquals("en", choices.getJsonArray("languages").getString(0));
    assertFalse(choices.getJsonArray("groups").isEmpty());
  }

  private JsonObject choices() throws Exception {
    HttpResponse<String> answer = send("GET", "/api/preview", VIEWER);
    assertEquals(200, answer.statusCode());
    return new JsonObject(answer.body());
  }

  private List<String> states() throws Exception {
    List<String> states = new ArrayList<>();
    for (Object group : choices().getJsonArray("groups")) {
      for (Object state : ((JsonObject) group).getJsonArray("states")) {
        states.add(((JsonObject) state).getString("state"));
      }
    }
    return states;
  }

  private HttpResponse<String> page(String state, String query, @Nullable String token)
      throws Exception {
    return plain("GET", "/queue/" + state + query, token);
  }

  /** These addresses are documented as fans know them, so their answers are not compared. */
  private HttpResponse<String> plain(String method, String path, @Nullable String token)
      throws Exception {
    return client.send(
        request(path, token).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("none");
  }
}
