package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A gateway with operators of each role, and their browsers. */
final class ConsoleGateway implements AutoCloseable {
  static final String ADMIN = "ann";
  static final String OPERATOR = "otto";
  static final String VIEWER = "vera";

  private static final int PATIENCE_MILLIS = 60_000;

  private final Calls calls = new Calls();
  private final EmbeddedRedis redis = EmbeddedRedis.start();
  private final Map<String, OperatorAccess> access =
      Map.of(
          ADMIN, OperatorAccess.random(),
          OPERATOR, OperatorAccess.random(),
          VIEWER, OperatorAccess.random());
  private final GatewayProcess gateway;
  private final HeadlessBrowser browser;

  private ConsoleGateway(Path folder) throws IOException {
    GatewayProcess.Ports ports = GatewayProcess.Ports.free();
    gateway = GatewayProcess.start(folder, ports, configuration(ports));
    browser = HeadlessBrowser.start();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
  }

  static ConsoleGateway in(Path folder) throws IOException {
    return new ConsoleGateway(folder);
  }

  private String configuration(GatewayProcess.Ports ports) {
    return """
        publicOrigin: http://127.0.0.1:%d
        operatorTokens:
          - {name: ann, role: admin, sha256: "%s"}
          - {name: otto, role: operator, sha256: "%s"}
          - {name: vera, role: viewer, sha256: "%s"}
        redis: %s
        createMissingKeys: true
        """
        .formatted(ports.fans(), hash(ADMIN), hash(OPERATOR), hash(VIEWER), redis.uri());
  }

  private String hash(String name) {
    return token(name).configured().hash();
  }

  private OperatorAccess token(String name) {
    OperatorAccess known = access.get(name);
    if (known == null) {
      throw new AssertionError("nobody here is called " + name);
    }
    return known;
  }

  GatewayProcess gateway() {
    return gateway;
  }

  /** Creates an event; what is not named has its default. */
  void opens(String event, JsonObject settings) {
    JsonObject all =
        new JsonObject()
            .put("title", "The " + event)
            .put("start", "2026-01-01T10:00:00Z")
            .put(
                "dials", new JsonObject().put("newUsersPerMinute", 60).put("totalActiveUsers", 900))
            .mergeIn(settings, true);
    assertEquals(201, api("PUT", event, all).status());
  }

  /** Asks the API as ann does with her token; the path may go on behind the event. */
  Answer api(String method, String path, JsonObject body) {
    return calls.send(
        method,
        gateway.operators().resolve("/api/events/" + path),
        body.isEmpty() && method.equals("GET") ? "" : body.encode(),
        "Authorization",
        "Bearer " + token(ADMIN).token());
  }

  /** The event as the API has it. */
  JsonObject event(String event) {
    return api("GET", event, new JsonObject()).json();
  }

  /** What the public is told of an event. */
  JsonObject status(String event) {
    return calls.get(gateway.fans().resolve("/queue/" + event + "/status")).json();
  }

  /** So many fans take places, and do not come when they are called. */
  void crowdJoins(String event, int fans) {
    URI places = gateway.fans().resolve("/queue/" + event + "/places");
    for (int i = 0; i < fans; i++) {
      assertEquals(201, calls.send("POST", places, "{}").status());
    }
  }

  /** A fan who is inside. */
  Guest guest(String event) {
    return Guest.queued(calls, gateway.fans(), event);
  }

  /** The console before anybody is signed in. */
  Page stranger(Device device, String hash) {
    BrowserContext context = browser.context(device);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    Page page = context.newPage();
    page.navigate(gateway.operators().resolve("/" + hash).toString());
    return page;
  }

  /** The console at an address after {@code #}, with somebody signed in. */
  Page at(Device device, String name, String hash) {
    Page page = stranger(device, hash);
    signIn(page, name);
    return page;
  }

  /** Fills the form that asks for a token, whether it is the page or a dialog. */
  void signIn(Page page, String name) {
    Locator token = page.getByLabel("Operator token");
    token.fill(token(name).token());
    token.press("Enter");
    assertThat(page.locator("header .who")).containsText(name);
    assertThat(token).hasCount(0);
  }

  /** Takes a picture, and checks what must hold of every view. */
  static void sees(Page page, String what) throws IOException {
    Path pictures = Files.createDirectories(Path.of("target", "console"));
    page.screenshot(
        new Page.ScreenshotOptions().setFullPage(true).setPath(pictures.resolve(what + ".png")));
    assertEquals(
        0,
        page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)"),
        what + ": pixels to scroll sideways");
    assertEquals(List.of(), Barriers.of(page), what);
  }

  @Override
  public void close() {
    browser.close();
    gateway.close();
    redis.close();
  }
}
