package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Lane;
import dev.headgate.gateway.config.Start;
import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.PastEpoch;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.gateway.queue.Round;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PublicDocumentsTest extends EdgeFixture {

  @Test
  void theStatusHasEveryFieldAndNoOther() {
    view.opensAt = ScriptedView.START.minusSeconds(600);
    view.messages = List.of(new Message("Doors \"open\" <soon>\n", "en", ScriptedView.START));
    view.pauseReason = "rain";
    view.gaps = List.of(new Gap(60, 70));
    JsonObject status = get("/queue/derby/status").json();
    assertEquals(
        Set.of(
            ("event title epoch mode phase serverTime opensAt start onSaleAt closesAt arrivals entrants"
                    + " cutoff waiting present admittedLastMinute newUsersPerMinute"
                    + " effectivePerMinute message messages pauseReason pauseReasons remaining commitment"
                    + " gaps")
                .split(" ")),
        status.fieldNames());
    assertEquals("Derby", status.getString("title"));
    assertEquals("2026-12-01T10:01:00.345Z", status.getString("serverTime"));
    assertEquals("2026-12-01T09:50:00.000Z", status.getString("opensAt"));
    assertEquals("2026-12-01T10:00:00.000Z", status.getString("onSaleAt"));
    assertNull(status.getValue("closesAt"));
    assertNull(status.getValue("remaining"));
    assertEquals("on-sale", status.getString("phase"));
    assertEquals(90, status.getInteger("waiting"));
    assertEquals(50, status.getInteger("entrants"));
    assertEquals(42, status.getInteger("admittedLastMinute"));
    assertEquals("rain", status.getString("pauseReason"));
    assertEquals(
        new JsonArray().add(new JsonObject().put("text", "rain").putNull("lang")),
        status.getJsonArray("pauseReasons"));
    assertEquals("Doors \"open\" <soon>\n", status.getJsonObject("message").getString("text"));
    assertEquals(
        new JsonObject().put("from", 60).put("to", 70), status.getJsonArray("gaps").getValue(0));
  }

  @Test
  void anEventThatAsksForNoChallengeSaysSo() {
    Answer none = get("/queue/derby/challenge");
    assertEquals(204, none.status());
    assertEquals("", none.body());
    assertEquals("no-store", none.header("cache-control"));
    assertEquals("unknown-event", get("/queue/nosuch/challenge").problem());
  }

  @Test
  void theStatusIsOneDocumentForASecondWhoeverAsks() {
    Answer first = get("/queue/derby/status");
    view.cutoff = 11;
    Answer second = get("/queue/derby/status", cookie(3));
    assertEquals(first.body(), second.body());
    assertEquals("public, max-age=1", first.header("cache-control"));
    assertEquals("", first.header("set-cookie"));
  }

  @Test
  void whoeverKnowsTheStatusTagIsToldThatNothingChanged() {
    Answer first = get("/queue/derby/status");
    String etag = first.header("etag");
    assertTrue(etag.startsWith("\"" + ScriptedView.EPOCH + "-"), etag);
    for (String known : List.of(etag, "W/" + etag, "\"x\", " + etag, "*")) {
      Answer again = get("/queue/derby/status", "If-None-Match: " + known);
      assertEquals(304, again.status(), known);
      assertEquals("", again.body());
      assertEquals(etag, again.header("etag"));
    }
    assertEquals(200, get("/queue/derby/status", "If-None-Match: \"x\"").status());
  }

  @Test
  void beforeTheDrawTheDrawDocumentShowsTheCommitmentOnly() {
    view.beforeTheDraw();
    Answer answer = get("/queue/derby/draw?epoch=" + ScriptedView.EPOCH);
    JsonObject draw = answer.json();
    assertEquals(
        Set.of(
            ("algorithm event epoch commitment beaconSource beacon seed entrants drawnAt"
                    + " demotedCount demotedSha256 gaps earlier")
                .split(" ")),
        draw.fieldNames());
    assertEquals("headgate-lottery-v1", draw.getString("algorithm"));
    assertEquals("c0ffee", draw.getString("commitment"));
    for (String unknown : List.of("seed", "drawnAt", "entrants", "beacon", "demotedSha256")) {
      assertNull(draw.getValue(unknown), unknown);
    }
    assertEquals(0, draw.getInteger("demotedCount"));
    assertEquals("public, max-age=1", answer.header("cache-control"));
  }

  @Test
  void afterTheDrawItIsImmutableUnderItsEpoch() {
    Answer answer = get("/queue/derby/draw?epoch=" + ScriptedView.EPOCH);
    assertEquals("public, max-age=31536000, immutable", answer.header("cache-control"));
    assertEquals("5eed", answer.json().getString("seed"));
    assertEquals(50, answer.json().getInteger("entrants"));
    assertEquals("2026-12-01T10:00:00.000Z", answer.json().getString("drawnAt"));
    assertEquals("public, max-age=1", get("/queue/derby/draw").header("cache-control"));
  }

  @Test
  void aDrawOfAnotherEpochIsNotHere() {
    assertEquals("not-found", get("/queue/derby/draw?epoch=7").problem());
    for (String absurd : List.of("x", "-1", "", "99999999999999999999999", "%zz", "1%00")) {
      assertEquals(400, get("/queue/derby/draw?epoch=" + absurd).status(), absurd);
    }
  }

  @Test
  void theStatusSaysHowTheSaleStartsAndHowFastItGoes() {
    view.start = new Start.Always();
    view.onSaleAt = null;
    view.mode = EventSettings.Mode.FIFO;
    view.effectivePerMinute = 450;
    view.remaining = new Remaining(12, 39);
    view.closesAt = ScriptedView.START.plusSeconds(3600);
    JsonObject status = get("/queue/derby/status").json();
    assertEquals("always", status.getString("start"));
    assertNull(status.getValue("onSaleAt"));
    assertEquals("fifo", status.getString("mode"));
    assertEquals("2026-12-01T11:00:00.000Z", status.getString("closesAt"));
    assertEquals(600, status.getInteger("newUsersPerMinute"));
    assertEquals(450, status.getInteger("effectivePerMinute"));
    assertEquals(
        new JsonObject().put("free", 12).put("pending", 39), status.getJsonObject("remaining"));
  }

  @Test
  void theStatusHasEveryLaneWhereThereAreSome() {
    view.lanes = List.of(new Lane("members", 3));
    view.laneViews = List.of(LanesTest.lane(0, "general", 10), LanesTest.lane(1, "members", 65));
    JsonArray lanes = get("/queue/derby/status").json().getJsonArray("lanes");
    assertEquals(2, lanes.size());
    assertEquals(
        new JsonObject()
            .put("lane", 1)
            .put("name", "members")
            .put("arrivals", 100)
            .put("entrants", 50)
            .put("cutoff", 65)
            .put("waiting", 35)
            .put("gaps", new JsonArray()),
        lanes.getValue(1));
  }

  @Test
  void theStatusSaysWhichRoundIsOpen() {
    view.mode = EventSettings.Mode.RANDOM_ROUNDS;
    view.rounds = List.of(PollAdviceTest.open(4, 90, view.now.plusSeconds(5)));
    JsonObject round = get("/queue/derby/status").json().getJsonObject("round");
    assertEquals(
        new JsonObject().put("number", 4).put("closesAt", "2026-12-01T10:01:05.345Z"), round);
  }

  @Test
  void whereNoRoundIsOpenTheStatusSaysSo() {
    view.mode = EventSettings.Mode.RANDOM_ROUNDS;
    view.rounds = List.of(PollAdviceTest.closed(0, 0, 50));
    JsonObject status = get("/queue/derby/status").json();
    assertTrue(status.containsKey("round"));
    assertNull(status.getValue("round"));
  }

  @Test
  void earlierLivesAreListedForEver() {
    view.earlier = List.of(new PastEpoch(7, "c7", null, null), new PastEpoch(8, "c8", "s8", 20));
    JsonArray earlier = get("/queue/derby/draw").json().getJsonArray("earlier");
    JsonObject first = new JsonObject().put("epoch", 7).put("commitment", "c7").putNull("seed");
    assertEquals(first.putNull("entrants"), earlier.getValue(0));
    assertEquals(
        new JsonObject()
            .put("epoch", 8)
            .put("commitment", "c8")
            .put("seed", "s8")
            .put("entrants", 20),
        earlier.getValue(1));
  }

  @Test
  void everyLaneHasADrawOfItsOwnAndADocumentOfTheSameShape() {
    view.lanes = List.of(new Lane("members", 3));
    view.laneViews = List.of(LanesTest.lane(0, "general", 10), LanesTest.lane(1, "members", 65));
    JsonObject main = get("/queue/derby/draw").json();
    assertEquals(
        new JsonObject()
            .put("lane", 1)
            .put("name", "members")
            .put("drawId", "derby/lane/1")
            .put("commitment", "c0ffee01")
            .put("seed", "5eed01")
            .put("entrants", 50)
            .put("gaps", new JsonArray()),
        main.getJsonArray("lanes").getValue(1));
    JsonObject lane = get("/queue/derby/draw?lane=1").json();
    Set<String> added = new HashSet<>(lane.fieldNames());
    main.remove("lanes");
    assertTrue(added.containsAll(main.fieldNames()));
    added.removeAll(main.fieldNames());
    assertEquals(Set.of("lane", "name", "drawId"), added);
    assertEquals("derby", lane.getString("event"));
    assertEquals("derby/lane/1", lane.getString("drawId"));
    assertEquals("5eed01", lane.getString("seed"));
    assertEquals("derby", get("/queue/derby/draw?lane=0").json().getString("drawId"));
  }

  @Test
  void everyRoundHasADrawOfItsOwnAndTheNewestHundredAreListed() {
    view.mode = EventSettings.Mode.RANDOM_ROUNDS;
    List<Round> rounds = new ArrayList<>();
    for (int number = 0; number < 120; number++) {
      rounds.add(PollAdviceTest.closed(number, 10 * number, 10));
    }
    rounds.add(PollAdviceTest.open(120, 1_200, view.now));
    view.rounds = rounds;
    JsonArray listed = get("/queue/derby/draw").json().getJsonArray("rounds");
    assertEquals(100, listed.size());
    assertEquals(21, listed.getJsonObject(0).getInteger("number"));
    assertEquals(
        new JsonObject()
            .put("number", 119)
            .put("first", 1_190)
            .put("entrants", 10)
            .put("closesAt", "2026-12-01T11:59:00.000Z")
            .put("drawId", "derby/round/119")
            .put("commitment", "c0ffee119")
            .put("seed", "5eed119"),
        listed.getValue(98));
    JsonObject open = listed.getJsonObject(99);
    assertEquals("c0ffee120", open.getString("commitment"));
    assertNull(open.getValue("seed"));
    assertNull(open.getValue("entrants"));
    JsonObject old = get("/queue/derby/draw?round=3").json();
    assertEquals(30, old.getInteger("first"));
    assertEquals(10, old.getInteger("entrants"));
    assertEquals("derby/round/3", old.getString("drawId"));
    assertEquals("2026-12-01T10:03:00.000Z", old.getString("drawnAt"));
    assertNull(get("/queue/derby/draw?round=120").json().getValue("drawnAt"));
  }

  @Test
  void onlyWhatWillNeverChangeIsKeptForEver() {
    view.mode = EventSettings.Mode.RANDOM_ROUNDS;
    view.laneViews = List.of(LanesTest.lane(0, "general", 10));
    view.rounds = List.of(PollAdviceTest.closed(0, 0, 50), PollAdviceTest.open(1, 50, view.now));
    String draw = "/queue/derby/draw?epoch=" + ScriptedView.EPOCH;
    String forEver = "public, max-age=31536000, immutable";
    assertEquals(forEver, get(draw + "&round=0").header("cache-control"));
    assertEquals(forEver, get(draw + "&lane=0").header("cache-control"));
    for (String changing : List.of(draw, draw + "&round=1", "/queue/derby/draw?round=0")) {
      assertEquals("public, max-age=1", get(changing).header("cache-control"), changing);
    }
  }

  @Test
  void lanesAndRoundsThatAreNotThereAreNotFound() {
    view.laneViews = List.of(LanesTest.lane(0, "general", 10));
    for (String unknown : List.of("lane=1", "lane=65536", "round=0", "epoch=7&lane=0")) {
      assertEquals("not-found", get("/queue/derby/draw?" + unknown).problem(), unknown);
    }
    for (String absurd : List.of("lane=x", "lane=-1", "round=", "round=1e3", "lane=0&round=0")) {
      assertEquals(400, get("/queue/derby/draw?" + absurd).status(), absurd);
    }
    assertEquals(400, get("/queue/derby/draw?lane=99999999999999999999").status());
  }

  @Test
  void thePageNamesNoFanAndMayBeKeptForFiveSeconds() {
    Answer page = get("/queue/derby", cookie(3));
    assertEquals(200, page.status());
    assertEquals("text/html; charset=utf-8", page.header("content-type"));
    assertEquals("public, max-age=5", page.header("cache-control"));
    assertEquals("accept-language", page.header("vary"));
    assertEquals("nosniff", page.header("x-content-type-options"));
    assertTrue(page.header("content-security-policy").startsWith("default-src 'none'"));
    assertEquals("", page.header("set-cookie"));
    assertEquals(page.body(), get("/queue/derby").body());
    assertEquals(304, get("/queue/derby", "If-None-Match: " + page.header("etag")).status());
  }

  @Test
  void thePageIsInTheLanguageAskedForAndInTheOneChosenByHandBeforeThat() {
    assertLanguage("en", get("/queue/derby"));
    assertLanguage("en", get("/queue/derby", "Accept-Language: nl"));
    assertLanguage("de", get("/queue/derby", "Accept-Language: nl, de-AT;q=0.5, en;q=0.1"));
    assertLanguage("ar", get("/queue/derby", "Accept-Language: nl", "Accept-Language: ar-EG"));
    assertLanguage("ja", get("/queue/derby?lang=ja", "Accept-Language: de"));
    for (String unknown : List.of("", "lang", "lang=", "lang=nl", "lang=%zz", "lang=%00", "x=1")) {
      assertLanguage("de", get("/queue/derby?" + unknown, "Accept-Language: de"));
    }
  }

  private static void assertLanguage(String language, Answer page) {
    assertEquals(200, page.status());
    assertEquals(language, page.header("content-language"));
    assertTrue(page.body().contains("<html lang=\"" + language + "\""), language);
  }

  @Test
  void aNewTitleIsOnThePageAtOnce() {
    assertTrue(get("/queue/derby").body().contains("<title>Derby</title>"));
    view.title = "Cup & <Final>";
    assertTrue(get("/queue/derby").body().contains("<title>Cup &amp; &lt;Final&gt;</title>"));
  }

  @Test
  void lookingAtAnythingPublicTakesNoPlace() {
    for (String path : List.of("", "/status", "/draw", "/places/me")) {
      get("/queue/derby" + path);
      send("HEAD", "/queue/derby" + path, "");
    }
    assertEquals(List.of(), queue.joins);
    assertEquals(List.of(), queue.claims);
  }

  @Test
  void anEventWhoseViewMustBeAwaitedIsAnsweredAllTheSame() {
    events.stale = true;
    assertEquals(200, get("/queue/derby").status());
    assertEquals(200, get("/queue/derby/status").status());
    assertEquals(200, get("/queue/derby/places/me", cookie(90)).status());
  }

  @Test
  void theKeysArePublicForFiveMinutes() {
    Answer keys = get("/.well-known/jwks.json");
    assertEquals("public, max-age=300", keys.header("cache-control"));
    assertTrue(keys.json().containsKey("keys"));
  }

  @Test
  void thePhaseIsTheEvents() {
    for (Phase phase : Phase.values()) {
      view.phase = phase;
      String told = get("/queue/derby/places/me", cookie(90)).json().getString("phase");
      assertEquals(phase.json(), told);
    }
  }

  @Test
  void assetsAreKeptForEverAndSentInGzipToWhoTakesIt() {
    Matcher link =
        Pattern.compile("/queue/-/queue\\.[^\"]+\\.js").matcher(get("/queue/derby").body());
    assertTrue(link.find());
    Answer plain = get(link.group());
    assertEquals("text/javascript; charset=utf-8", plain.header("content-type"));
    assertEquals("public, max-age=31536000, immutable", plain.header("cache-control"));
    assertEquals("accept-encoding", plain.header("vary"));
    assertEquals("", plain.header("content-encoding"));
    int length = Integer.parseInt(plain.header("content-length"));
    for (String takes : List.of("gzip", "br, GZIP", "gzip; q=0.5")) {
      Answer gzip = get(link.group(), "Accept-Encoding: " + takes);
      assertEquals("gzip", gzip.header("content-encoding"), takes);
      assertTrue(Integer.parseInt(gzip.header("content-length")) < length / 2, takes);
    }
    for (String refuses : List.of("br", "gzip;q=0", "gzip;q=0.00", "identity")) {
      assertEquals(plain.body(), get(link.group(), "Accept-Encoding: " + refuses).body(), refuses);
    }
  }
}
