package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.queue.Gap;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Phase;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PublicDocumentsTest extends EdgeFixture {

  @Test
  void theStatusHasEveryFieldAndNoOther() {
    view.opensAt = ScriptedView.START.minusSeconds(600);
    view.message = new Message("Doors \"open\" <soon>\n", "en", ScriptedView.START);
    view.pauseReason = "rain";
    view.gaps = List.of(new Gap(60, 70));
    JsonObject status = get("/queue/derby/status").json();
    assertEquals(
        Set.of(
            ("event title epoch mode phase serverTime opensAt start onSaleAt closesAt arrivals entrants"
                    + " cutoff waiting present admittedLastMinute newUsersPerMinute"
                    + " effectivePerMinute message pauseReason remaining commitment gaps")
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
    assertEquals("Doors \"open\" <soon>\n", status.getJsonObject("message").getString("text"));
    assertEquals(
        new JsonObject().put("from", 60).put("to", 70), status.getJsonArray("gaps").getValue(0));
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
    Matcher link = Pattern.compile("/queue/-/[^\"]+\\.js").matcher(get("/queue/derby").body());
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
