package dev.headgate.quickstart;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fans in a real browser at an event that wants work done before it gives a place. */
class ChallengeIT {
  private static final int DIFFICULTY = 12;

  @RegisterExtension static final BrowserAtDemo STAGE = BrowserAtDemo.with("--on-sale-in", "3600");

  /** What the queue page of one tab asks for, and is given. */
  private static final class Way {
    private final List<JsonObject> joins = new CopyOnWriteArrayList<>();
    private final List<Integer> answers = new CopyOnWriteArrayList<>();
    private final List<String> challenges = new CopyOnWriteArrayList<>();

    static Way of(Page tab) {
      Way way = new Way();
      tab.onResponse(way::heard);
      return way;
    }

    private void heard(Response response) {
      String url = response.url();
      if (url.endsWith("/places")) {
        joins.add(new JsonObject(response.request().postData()));
        answers.add(response.status());
      } else if (url.endsWith("/challenge")) {
        challenges.add(response.request().method() + " " + response.status());
      }
    }

    String solution() {
      return joins.get(joins.size() - 1).getString("challenge");
    }
  }

  private static void opens(String event, int difficulty) {
    JsonObject dials = new JsonObject().put("newUsersPerMinute", 60).put("totalActiveUsers", 50);
    new OperatorDesk(STAGE.demo())
        .opens(
            event,
            new JsonObject()
                .put("title", "Guarded")
                .put("start", "manual")
                .put("dials", dials)
                .put("challenge", new JsonObject().put("difficulty", difficulty)));
  }

  private static BrowserFan fan(Device device) {
    return STAGE.browser().fan(device, STAGE.demo().fans());
  }

  private static void goes(Page tab, String event) {
    tab.navigate(STAGE.demo().fans() + "/queue/" + event);
  }

  private static void hasAPlace(Page tab) {
    assertThat(tab.locator("#headline")).hasText("You are in the draw");
  }

  @Test
  void theWorkersSolutionsAreGoodInARealBrowser() {
    BrowserFan fan = fan(Device.LIGHT_PHONE);
    Page tab = fan.blank();
    goes(tab, "derby");
    hasAPlace(tab);
    List<Map<String, Object>> work =
        IntStream.rangeClosed(1, 140)
            .mapToObj(
                length ->
                    Map.<String, Object>of(
                        "prefix", "aZ-_09".repeat(24).substring(0, length), "difficulty", 9))
            .toList();
    List<?> found = (List<?>) tab.evaluate(WORKED, work);
    assertEquals(work.size(), found.size());
    for (int i = 0; i < found.size(); i++) {
      String solution = String.valueOf(found.get(i));
      assertTrue(solution.startsWith(work.get(i).get("prefix") + "."), solution);
      isGood(solution, 9);
    }
    fan.metNothingUnexpected();
  }

  private static final String WORKED =
      "async (all) => { const worker = new Worker(document.documentElement.dataset.solver);"
          + " const found = []; for (const one of all) {"
          + " found.push(await new Promise((go, fail) => { worker.onerror = fail;"
          + " worker.onmessage = ({ data }) => go(data); worker.postMessage(one); })); }"
          + " worker.terminate(); return found; }";

  private static void isGood(String solution, int difficulty) {
    assertTrue(solution.matches("[\\w.~-]+\\.[0-9]{1,15}"), solution);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(solution.getBytes(US_ASCII));
      assertTrue(256 - new BigInteger(1, digest).bitLength() >= difficulty, solution);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new AssertionError(everyJdkHasIt);
    }
  }

  @Test
  void aFansBrowserWorksOnceAndGetsAPlaceAndNobodyAtOtherEventsIsAskedTo() {
    opens("guarded", DIFFICULTY);
    BrowserFan fan = fan(Device.DARK_PHONE);
    Page tab = fan.blank();
    Way way = Way.of(tab);
    goes(tab, "guarded");
    hasAPlace(tab);
    assertEquals(List.of(403, 201), way.answers);
    assertEquals(List.of("GET 200"), way.challenges);
    assertEquals(new JsonObject(), way.joins.get(0));
    isGood(way.solution(), DIFFICULTY);
    tab.reload();
    hasAPlace(tab);
    assertEquals(1, way.challenges.size(), "a place that is known needs no work");
    Page elsewhere = fan.blank();
    Way other = Way.of(elsewhere);
    goes(elsewhere, "derby");
    hasAPlace(elsewhere);
    assertEquals(List.of(), other.challenges);
    fan.metNothingUnexpected();
  }

  @Test
  void whileItWorksThePageSaysSoAndItsOtherTabsWaitForThePlace() {
    opens("shared-work", DIFFICULTY);
    BrowserFan fan = fan(Device.DARK_PHONE);
    Page tab = fan.blank();
    List<Route> held = new CopyOnWriteArrayList<>();
    tab.route("**/queue/shared-work/challenge", held::add);
    goes(tab, "shared-work");
    tab.waitForCondition(() -> !held.isEmpty());
    assertThat(tab.locator("#headline")).hasText("Checking your browser…");
    assertThat(tab.locator("[role=status]").first()).containsText("Checking your browser…");
    fan.sees(tab, "90-checking-phone-dark");
    Page second = fan.blank();
    Way way = Way.of(second);
    goes(second, "shared-work");
    assertThat(second.locator("#headline")).hasText("Checking your browser…");
    held.get(0).resume();
    hasAPlace(tab);
    hasAPlace(second);
    assertThat(second.locator("#arrival")).hasText(tab.locator("#arrival").textContent());
    assertEquals(List.of(), way.challenges, "one tab works for all");
    fan.metNothingUnexpected();
  }

  @Test
  void aSolutionThatWasUsedLeadsToAFreshChallenge() {
    opens("used", DIFFICULTY);
    BrowserFan first = fan(Device.LIGHT_DESK);
    Page tab = first.blank();
    Way way = Way.of(tab);
    goes(tab, "used");
    hasAPlace(tab);
    String used = way.solution();
    BrowserFan second = fan(Device.LIGHT_PHONE);
    Page other = second.blank();
    List<String> replaced = new CopyOnWriteArrayList<>();
    other.route("**/queue/used/places", route -> sendsInstead(route, used, replaced));
    Way theirs = Way.of(other);
    goes(other, "used");
    hasAPlace(other);
    assertEquals(List.of(403, 403, 201), theirs.answers);
    assertEquals(List.of("GET 200", "GET 200"), theirs.challenges);
    assertNotEquals(replaced.get(0), theirs.solution());
    first.metNothingUnexpected();
    second.metNothingUnexpected();
  }

  /** The first solution is another one. */
  private static void sendsInstead(Route route, String used, List<String> replaced) {
    JsonObject body = new JsonObject(route.request().postData());
    if (body.containsKey("challenge") && replaced.isEmpty()) {
      replaced.add(body.getString("challenge"));
      String instead = body.put("challenge", used).encode();
      route.resume(new Route.ResumeOptions().setPostData(instead));
    } else {
      route.resume();
    }
  }

  @Test
  void whoIsRefusedAgainAndAgainIsToldSoAndMayTryAgain() {
    opens("refusing", DIFFICULTY);
    BrowserFan fan = fan(Device.LIGHT_PHONE);
    Page tab = fan.blank();
    List<String> refused = new CopyOnWriteArrayList<>();
    tab.route(
        "**/queue/refusing/places",
        route -> {
          JsonObject body = new JsonObject(route.request().postData());
          if (body.containsKey("challenge") && refused.size() < 4) {
            refused.add(body.getString("challenge"));
            route.resume(new Route.ResumeOptions().setPostData("{}"));
          } else {
            route.resume();
          }
        });
    goes(tab, "refusing");
    assertThat(tab.locator("#headline")).hasText("The check did not succeed");
    assertEquals(4, refused.stream().distinct().count(), "each try is with a fresh challenge");
    fan.sees(tab, "91-unchecked-phone-light");
    tab.locator("#rejoin").click();
    hasAPlace(tab);
    fan.leaves();
  }

  @Test
  void withoutScriptsAFanIsToldWhatTheEventNeeds() {
    opens("scripted", DIFFICULTY);
    BrowserFan fan = STAGE.browser().fanWithoutScripts(Device.DARK_PHONE, STAGE.demo().fans());
    Page tab = fan.open("/queue/scripted");
    tab.locator("form[action*='/places'] button").click();
    assertThat(tab.locator("#headline")).hasText("This event needs JavaScript");
    assertThat(tab.locator("#lead")).containsText("wants your browser to work something out");
    assertThat(tab.locator("a[href='/queue/scripted?lang=en']")).not().hasCount(0);
    fan.leaves();
  }
}
