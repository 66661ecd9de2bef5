package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings.Dpop;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Phase;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.Reason;
import dev.headgate.gateway.queue.Remaining;
import dev.headgate.gateway.queue.Standing;
import dev.headgate.policy.estimate.Estimate;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue without scripts: the fan's own page, and the forms that lead to it. */
class PlainPagesTest extends EdgeFixture {
  private static final String ME = "/queue/derby/places/me";
  private static final String HTML = "Accept: text/html,application/xhtml+xml,*/*;q=0.8";
  private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

  /** Position 0 of 50, by the scripted draw. */
  private static final String FIRST = cookie(49);

  private static final String WAITS = cookie(90);

  private Answer page(String... headers) {
    return pageAt(ME, headers);
  }

  private Answer pageAt(String path, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add(HTML);
    return get(path, all.toArray(String[]::new));
  }

  private Answer form(String path, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of(HTML, FORM));
    return post(path, all.toArray(String[]::new));
  }

  /** The text of the element with this id; nothing where it is not there. */
  private static String text(Answer page, String id) {
    Matcher found = Pattern.compile("id=\"" + id + "\"[^>]*>([^<]*)<").matcher(page.body());
    return found.find() ? found.group(1) : "-";
  }

  private static boolean has(Answer page, String id) {
    return page.body().contains("id=\"" + id + "\"");
  }

  /** In seconds; 0 where it is not reloaded. */
  private static int reload(Answer page) {
    Matcher found =
        Pattern.compile("<noscript><meta http-equiv=\"refresh\" content=\"(\\d+); url=([^\"]*)\">")
            .matcher(page.body());
    return found.find() ? Integer.parseInt(found.group(1)) : 0;
  }

  private void stands(Standing.State state, @Nullable Instant turnEndsAt) {
    Standing standing = new Standing(state, turnEndsAt);
    queue.standing = position -> Future.succeededFuture(standing);
  }

  @Test
  void aPlaceInLineIsToldWithAllThatThePageWithScriptsShows() {
    view.estimate = new Estimate(420, 330, 560);
    view.remaining = new Remaining(57, 12);
    view.messages = List.of(new Message("Doors open at six.", "en", view.now));
    Answer page = page(WAITS);
    assertEquals(200, page.status());
    assertEquals("You are in line", text(page, "headline"));
    assertEquals("80", text(page, "ahead"));
    assertEquals("fans ahead of you", text(page, "ahead-label"));
    assertTrue(page.body().contains("id=\"progress\" max=\"1000\" value=\"112\""), page.body());
    assertEquals("91", text(page, "position"));
    assertEquals("91", text(page, "arrival"));
    assertEquals("10:01:00\u202fAM (UTC)", text(page, "updated"));
    assertEquals("Your turn comes in about 5 to 10 minutes.", text(page, "wait"));
    assertEquals("Doors open at six.", text(page, "message"));
    assertTrue(text(page, "stock").startsWith("Few tickets are left: 57 at the last count. More"));
    assertTrue(page.body().contains("<title>80 ahead – Derby</title>"));
    assertEquals(List.of(1_000 * reload(page)), view.seen);
  }

  @Test
  void nobodyKeepsItAndItsHeadersAreThoseOfAPage() {
    Answer page = page(WAITS, "Accept-Language: de");
    assertEquals("text/html; charset=utf-8", page.header("content-type"));
    assertEquals("no-store", page.header("cache-control"));
    assertEquals("Accept, Accept-Language", page.header("vary"));
    assertEquals("de", page.header("content-language"));
    assertTrue(page.header("content-security-policy").contains("frame-ancestors 'none'"));
    assertFalse(page.body().contains("<script"));
    assertFalse(page.body().contains("{{"));
    assertEquals("", send("HEAD", ME, "", HTML, WAITS).body());
    Answer json = get(ME, WAITS);
    assertEquals("application/json", json.header("content-type"));
    assertEquals("Accept, Accept-Language", json.header("vary"));
    assertEquals("Accept, Accept-Language", get(ME).header("vary"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          WAITING  |           | false | You are in the draw          | The sale starts in
          WAITING  |           | true  | You are in the draw          | -
          DRAWING  |           | false | The draw is happening        | -
          ON_SALE  | called    | false | It is your turn              | Your turn lasts another
          ON_SALE  | admitted  | false | You are in                   | -
          ON_SALE  | over      | false | Your turn is over            | -
          ON_SALE  |           | true  | One moment, please           | -
          PAUSED   |           | false | The queue is paused          | -
          PAUSED   | called    | false | Paused just before your turn | -
          SOLD_OUT |           | false | Sold out                     | -
          SOLD_OUT | admitted  | false | You are in                   | -
          ENDED    | called    | false | This sale has ended          | -
          ENDED    | admitted  | false | You are in                   | -
          """)
  void everyStateHasItsWords(
      Phase phase, @Nullable String state, boolean unset, String headline, String clock) {
    view.phase = phase;
    view.orderKnown = !unset && phase != Phase.WAITING && phase != Phase.DRAWING;
    view.onSaleAt = unset ? null : ScriptedView.START;
    if (phase == Phase.WAITING) {
      view.now = ScriptedView.START.minusSeconds(90_061);
    }
    if (state != null) {
      boolean called = state.equals("called") && phase != Phase.PAUSED;
      stands(
          Standing.State.valueOf(state.toUpperCase(Locale.ROOT)),
          called ? view.now.plusSeconds(271) : null);
    }
    Answer page = page(FIRST);
    assertEquals(200, page.status());
    assertEquals(headline, text(page, "headline"));
    assertEquals(clock, text(page, "clock-label"));
    boolean rests = List.of("over", "admitted").contains(String.valueOf(state));
    boolean lasts = rests || phase == Phase.ENDED;
    assertEquals(lasts, reload(page) == 0, page.body());
    assertEquals(!lasts, has(page, "still"));
    boolean mayEnter = headline.equals("It is your turn") || headline.equals("You are in");
    assertEquals(mayEnter, has(page, "enter"));
    assertEquals(mayEnter, has(page, "leave"));
    assertEquals("over".equals(state), has(page, "join"));
  }

  @Test
  void aTimeToComeIsSaidAsWhatIsLeftAndWhenItIsByTheWorldsClock() {
    view.beforeTheDraw();
    view.now = ScriptedView.START.minusSeconds(90_061);
    Answer page = page(WAITS);
    assertEquals("1 day 1:01:01", text(page, "countdown"));
    assertEquals("on Dec 1, 2026, 10:00\u202fAM (UTC)", text(page, "clock-at"));
    view.now = ScriptedView.START.minusMillis(59_500);
    assertEquals("01:00", text(page(WAITS), "countdown"));
  }

  @Test
  void aPauseIsExplained() {
    view.phase = Phase.PAUSED;
    view.pauseReason = "We are checking <the map> of seats.";
    assertEquals("We are checking &lt;the map&gt; of seats.", text(page(WAITS), "reason"));
    stands(Standing.State.CALLED, null);
    assertEquals("We are checking &lt;the map&gt; of seats.", text(page(FIRST), "reason"));
    view.phase = Phase.ON_SALE;
    assertEquals("-", text(page(FIRST), "reason"));
  }

  @Test
  void theReasonOfAPauseIsInTheLanguageItWasSaidIn() {
    view.phase = Phase.PAUSED;
    view.pauseReasons = List.of(new Reason("Kurz zu", "de-CH"), new Reason("Closed briefly", "en"));
    String german = "<p id=\"reason\" class=\"reason\" dir=\"auto\" lang=\"de-CH\">Kurz zu</p>";
    Answer page = page(WAITS, "Accept-Language: de");
    assertTrue(page.body().contains(german), page.body());
    assertTrue(page(WAITS, "Accept-Language: en").body().contains("lang=\"en\">Closed briefly<"));
    stands(Standing.State.CALLED, null);
    assertTrue(page(FIRST, "Accept-Language: de").body().contains(german));
    view.pauseReasons = List.of(new Reason("<b> Closed", null));
    Answer unsaid = page(cookie(48));
    assertTrue(
        unsaid.body().contains("<p id=\"reason\" class=\"reason\" dir=\"auto\">&lt;b&gt; Closed"),
        unsaid.body());
  }

  /** A link that somebody else wrote, to whoever has a place. */
  @ParameterizedTest
  @EnumSource
  void noLinkSaysWhatIsNotSo(Standing.State state) {
    stands(state, state == Standing.State.CALLED ? view.now.plusSeconds(60) : null);
    int fan = 0;
    for (String why :
        List.of(
            "proof-x",
            "proof-required",
            "proof-invalid",
            "key-required",
            "queue-full",
            "joined",
            "entry-invalid",
            "sold-out",
            "ended",
            "turn-over",
            "queue-reset",
            "rejected",
            "entered")) {
      // Each to another fan, as haste is answered otherwise.
      String place = cookie(fan++);
      Answer straight = page(place);
      Answer led = pageAt(ME + "?why=" + why, place);
      assertEquals(text(straight, "headline"), text(led, "headline"), why);
      assertEquals(text(straight, "lead"), text(led, "lead"), why);
      assertEquals(has(straight, "enter"), has(led, "enter"), why);
    }
  }

  @Test
  void wantOfAProofIsSaidOfAPlaceThatNeedsOne() {
    stands(Standing.State.CALLED, view.now.plusSeconds(60));
    String bound = "Cookie: hg_place_derby=" + ReadableTickets.ticket("derby", view.epoch, 49);
    String thumbprint = "A".repeat(43);
    for (String why : List.of("proof-required", "proof-invalid")) {
      Answer page = pageAt(ME + "?why=" + why, bound + "~" + thumbprint);
      assertEquals("This queue needs JavaScript", text(page, "headline"));
    }
    assertEquals("It is your turn", text(page(bound + "~" + thumbprint), "headline"));
    Answer made = pageAt(ME + "?why=proof-x", bound + "~" + thumbprint);
    assertEquals("It is your turn", text(made, "headline"));
    view.dpop = Dpop.REQUIRED;
    Answer page = pageAt(ME + "?why=proof-required", cookie(48));
    assertEquals("This queue needs JavaScript", text(page, "headline"));
  }

  @Test
  void theOrderIsSaidToBeWorkedOutOnceThereIsSomethingToWorkOut() {
    view.beforeTheDraw();
    String asked = ME + "?why=moment-please";
    assertEquals("You are in the draw", text(pageAt(asked, WAITS), "headline"));
    view.entrants = 50;
    assertEquals("One moment, please", text(pageAt(asked, cookie(91)), "headline"));
  }

  @Test
  void itIsReloadedWhenAProgramWouldPollButNeverFasterThanItCanBeRead() {
    stands(Standing.State.CALLED, view.now.plusSeconds(60));
    assertEquals(5, reload(page(FIRST)), "a program would ask every two or three seconds");
    stands(Standing.State.WAITING, null);
    view.newUsersPerMinute = 1;
    int seconds = reload(page(WAITS));
    assertTrue(seconds > 5 && seconds <= 30, "seconds: " + seconds);
  }

  @Test
  void whoWantsToReadInPeaceReloadsByHand() {
    Answer page = pageAt(ME + "?lang=en&still=1", WAITS);
    assertEquals(0, reload(page));
    assertTrue(page.body().contains("id=\"now\" href=\"" + ME + "?lang=en&amp;still=1\""));
    assertTrue(page.body().contains("id=\"moving\" href=\"" + ME + "?lang=en\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''            | Your place in line         | true
          joined        | Please allow cookies       | true
          queue-full    | The queue is full          | true
          entry-invalid | This entry link is not valid | true
          key-required  | Your place in line         | true
          proof-x       | Your place in line         | true
          moment-please | Your place in line         | true
          entered       | Your place in line         | true
          <b>           | Your place in line         | true
          """)
  void whoHasNoPlaceIsToldWhyAndCanJoin(String why, String headline, boolean joins) {
    Answer page = pageAt(ME + "?why=" + why.replace("<b>", "%3Cb%3E"));
    assertEquals(401, page.status());
    assertEquals(headline, text(page, "headline"));
    assertEquals(joins, has(page, "join"));
    assertEquals(0, reload(page));
    assertFalse(page.body().contains("<b>"));
  }

  @Test
  void whereNobodyCanJoinThePageSaysSo() {
    view.opensAt = view.now.plusSeconds(600);
    Answer closed = page();
    assertEquals("The queue opens soon", text(closed, "headline"));
    assertEquals("10:00", text(closed, "countdown"));
    assertFalse(has(closed, "join"));
    assertEquals(30, reload(closed));
    view.opensAt = null;
    view.mode = Mode.REJECT;
    assertEquals("Nobody is let in", text(page(), "headline"));
    view.phase = Phase.SOLD_OUT;
    view.remaining = new Remaining(0, 9);
    assertEquals("Sold out for now", text(page(), "headline"));
    view.phase = Phase.ENDED;
    assertEquals("This sale has ended", text(page(), "headline"));
    view.dpop = Dpop.REQUIRED;
    assertEquals("This queue needs JavaScript", text(page(), "headline"));
  }

  @Test
  void aPlaceOfAnEarlierLifeAndHasteAndAStoreThatIsAwayAreSaidWithTheSameStatusAsInJson() {
    String earlier = ReadableTickets.ticket("derby", ScriptedView.EPOCH - 1, 7);
    Answer reset = page("Cookie: hg_place_derby=" + earlier);
    assertEquals(410, reset.status());
    assertEquals("The queue has begun anew", text(reset, "headline"));
    assertTrue(has(reset, "join"));
    Answer last = page(WAITS);
    for (int polls = 0; polls < PollPace.MOST_POLLS; polls++) {
      last = page(WAITS);
    }
    assertEquals(429, last.status());
    assertEquals("One moment, please", text(last, "headline"));
    assertEquals(5, reload(last));
    assertEquals("unknown-event", pageAt("/queue/nosuch/places/me").problem());
    events.stale = true;
    events.away = true;
    Answer away = page(cookie(91));
    assertEquals(503, away.status());
    assertTrue(away.body().contains("Your place is kept"));
    assertEquals(10, reload(away));
  }

  @Test
  void theLanguageChosenByHandStaysOnEveryWay() {
    view.messages =
        List.of(new Message("Soon", "en", view.now), new Message("Bald", "de", view.now));
    stands(Standing.State.CALLED, view.now.plusSeconds(60));
    Answer page = pageAt(ME + "?lang=de", FIRST, "Accept-Language: en");
    assertEquals("Sie sind an der Reihe", text(page, "headline"));
    assertEquals("Bald", text(page, "message"));
    for (String action : List.of("/admissions?", "/admissions/me/leave?")) {
      assertTrue(page.body().contains("action=\"/queue/derby" + action + "lang=de\""), action);
    }
    assertEquals(
        ME + "?lang=ja&why=joined", form("/queue/derby/places?lang=ja").header("location"));
    assertEquals(
        "/queue/derby?lang=ja", post("/queue/derby/places?lang=ja", FORM).header("location"));
    for (String unknown : List.of("?lang=nl", "?lang=%0d%0aX:y", "?lang=%zz", "?lang=")) {
      assertEquals("/queue/derby", post("/queue/derby/places" + unknown, FORM).header("location"));
    }
  }

  @Test
  void aFormThatJoinsLeadsToThePlace() {
    Answer joined = form("/queue/derby/places");
    assertEquals(303, joined.status());
    assertEquals(ME + "?lang=en&why=joined", joined.header("location"));
    assertTrue(joined.header("set-cookie").startsWith("hg_place_derby="));
    assertEquals("You are in line", text(pageAt(joined.header("location"), WAITS), "headline"));
  }

  @Test
  void aFormThatEntersLeadsToTheEventsAddressOrToAPageThatSaysSo() {
    queue.claim =
        Future.succeededFuture(
            new ClaimAnswer.Admitted(
                view.now.getEpochSecond(), view.now.getEpochSecond() + 600, true));
    Answer entered = form("/queue/derby/admissions", FIRST);
    assertEquals(303, entered.status());
    assertEquals("/events/derby/seats", entered.header("location"));
    assertTrue(entered.header("set-cookie").startsWith("hg_admission_derby="));
    view.resume = null;
    String inside = form("/queue/derby/admissions", FIRST).header("location");
    assertEquals(ME + "?lang=en&why=entered", inside);
    stands(Standing.State.ADMITTED, null);
    Answer page = pageAt(inside, FIRST);
    assertTrue(text(page, "lead").contains("Go back to the page you came from"), page.body());
    assertTrue(has(page, "leave"));
  }

  @Test
  void theWayLeadsBackToTheAddressAskedForFirst() {
    String first = "/events/derby/seats?from=mail&name=J%C3%B6rg";
    String to = "to=%2Fevents%2Fderby%2Fseats%3Ffrom%3Dmail%26name%3DJ%25C3%25B6rg";
    String place = form("/queue/derby/places?" + to).header("location");
    assertEquals(ME + "?lang=en&" + to + "&why=joined", place);
    stands(Standing.State.CALLED, view.now.plusSeconds(60));
    Answer page = pageAt(place, FIRST);
    String action = "/queue/derby/admissions?lang=en&" + to;
    assertTrue(
        page.body().contains("action=\"" + action.replace("&", "&amp;") + "\""), page.body());
    queue.claim = Future.succeededFuture(new ClaimAnswer.Admitted(1, 2_000_000_000L, true));
    assertEquals(first, form(action, FIRST).header("location"));
  }

  @Test
  void theEntryOfALinkGoesAlongUntilItHasBeenUsed() {
    Answer invited = get("/queue/derby?entry=hge1.anna", "Accept-Language: en");
    assertEquals("no-store", invited.header("cache-control"));
    assertEquals("public, max-age=5", get("/queue/derby?entry=%3Cb%3E").header("cache-control"));
    String query = "lang=en&entry=hge1.anna";
    assertTrue(
        invited.body().contains("/queue/derby/places?" + query.replace("&", "&amp;") + "\""));
    String mine = ME + "?" + query;
    assertTrue(invited.body().contains("href=\"" + mine.replace("&", "&amp;") + "\""));
    Answer page = pageAt(mine);
    assertTrue(page.body().contains("/queue/derby/places?" + query.replace("&", "&amp;") + "\""));
    Answer refused = form("/queue/derby/places?" + query);
    assertEquals(ME + "?lang=en&why=entry-invalid", refused.header("location"), "no lanes here");
    assertEquals(List.of(), queue.joins, "nor is another place asked for");
    assertEquals(201, post("/queue/derby/places?" + query).status(), "of a form alone");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "https://evil.example/",
        "/%5Cevil.example",
        "%5C%5Cevil.example",
        "/%09/evil.example",
        "%20//evil.example",
        "/a%0d%0aSet-Cookie:%20x=y",
        "javascript:alert(1)",
        "evil",
        "%2F%2Fevil.example",
        "",
        "%zz"
      })
  void noWayLeadsToAnotherSite(String to) {
    queue.claim = Future.succeededFuture(new ClaimAnswer.Admitted(1, 2_000_000_000L, true));
    Answer entered = form("/queue/derby/admissions?to=" + to, FIRST);
    assertEquals("/events/derby/seats", entered.header("location"));
    assertEquals(1, entered.all("set-cookie").size());
    assertFalse(page(FIRST).body().contains("evil"));
    assertFalse(pageAt(ME + "?to=" + to, FIRST).body().contains("evil"));
  }

  @Test
  void aRefusedClaimLeadsBackToThePlaceWhichSaysWhy() {
    stands(Standing.State.CALLED, view.now.plusSeconds(60));
    refusedClaim(new ClaimAnswer.MomentPlease(), "moment-please", "You are at the door");
    stands(Standing.State.WAITING, null);
    refusedClaim(new ClaimAnswer.NotYourTurn(), "not-your-turn", "You are next");
    refusedClaim(new ClaimAnswer.Restoring(), "restoring", "You are next");
    stands(Standing.State.OVER, null);
    refusedClaim(new ClaimAnswer.TurnOver(), "turn-over", "Your turn is over");
    view.phase = Phase.SOLD_OUT;
    stands(Standing.State.WAITING, null);
    refusedClaim(new ClaimAnswer.SoldOut(), "sold-out", "Sold out");
    view.phase = Phase.ENDED;
    refusedClaim(new ClaimAnswer.Ended(), "ended", "This sale has ended");
    Answer without = form("/queue/derby/admissions");
    assertEquals(ME + "?lang=en&why=no-place", without.header("location"));
    assertEquals("", without.header("set-cookie"));
  }

  private int claimant = 49;

  /** Each by another fan, as answers to one place are remembered for a second. */
  private void refusedClaim(ClaimAnswer answer, String why, String headline) {
    queue.claim = Future.succeededFuture(answer);
    String fan = cookie(claimant--);
    Answer refused = form("/queue/derby/admissions", fan);
    assertEquals(303, refused.status());
    assertEquals(ME + "?lang=en&why=" + why, refused.header("location"));
    assertEquals("", refused.header("set-cookie"));
    assertEquals("", refused.body());
    Answer page = pageAt(refused.header("location"), fan);
    assertEquals(headline, text(page, "headline"));
    assertFalse(page.body().contains("why=" + why), "it is said once");
  }

  @Test
  void whoCannotJoinIsLedToThePageToo() {
    queue.join = Future.succeededFuture(new JoinAnswer.QueueFull());
    assertEquals(ME + "?lang=en&why=queue-full", form("/queue/derby/places").header("location"));
    view.dpop = Dpop.REQUIRED;
    assertEquals(ME + "?lang=en&why=key-required", form("/queue/derby/places").header("location"));
    queue.join = Future.failedFuture(new QueueUnavailableException("away", null));
    view.dpop = Dpop.OFF;
    assertEquals(ME + "?lang=en&why=restoring", form("/queue/derby/places").header("location"));
  }

  @Test
  void aProgramThatPostsAFormIsToldOfProblemsAsEver() {
    queue.claim = Future.succeededFuture(new ClaimAnswer.NotYourTurn());
    assertEquals("not-your-turn", post("/queue/derby/admissions", FORM, FIRST).problem());
    assertEquals("no-place", post("/queue/derby/admissions", FORM).problem());
    assertEquals("bad-request", send("POST", "/queue/derby/places", "a=b", FORM, HTML).problem());
    assertEquals("cross-site", form("/queue/derby/places", "Sec-Fetch-Site: cross-site").problem());
    assertEquals("unknown-event", form("/queue/nosuch/places").problem());
  }

  @Test
  void whoLeavesByAFormLeavesAsByDelete() {
    Answer left = form("/queue/derby/admissions/me/leave", FIRST);
    assertEquals(303, left.status());
    assertEquals(ME + "?lang=en", left.header("location"));
    assertTrue(left.header("set-cookie").startsWith("hg_admission_derby=;"));
    assertEquals(1, queue.releases.size());
    assertEquals(204, post("/queue/derby/admissions/me/leave", FIRST).status());
    assertEquals(
        "cross-site",
        form("/queue/derby/admissions/me/leave", FIRST, "Sec-Fetch-Site: cross-site").problem());
    assertEquals(2, queue.releases.size());
  }

  @Test
  void whatIsInATitleIsText() {
    view.title = "\"><script>alert(1)</script> {{say:page.room}}";
    String body = page(WAITS).body();
    assertFalse(body.contains("<script"), body);
    assertTrue(body.contains("&lt;script&gt;alert(1)&lt;/script&gt; {{say:page.room}}</h1>"), body);
  }
}
