package dev.headgate.quickstart;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.quickstart.CrowdHttp.Answer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One sale with 2,000 fans on the real demo over HTTP; each test reads what happened in it. */
@Tag("soak")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("crowd")
class CrowdIT {
  /** The oldest a public status may be: its view up to 2.5 s, its bytes one more. */
  private static final long STALE_NANOS = Duration.ofSeconds(4).toNanos();

  private final DemoProcess demo = CrowdSale.startDemo();

  @SuppressWarnings("NullAway.Init")
  private CrowdSale sale;

  @BeforeAll
  void runTheSale() {
    sale = new CrowdSale(demo);
  }

  @AfterAll
  void endTheDemo() {
    try (demo) {
      if (sale != null) { // the sale may have failed half-way
        sale.close();
      }
    }
  }

  @Test
  void nothingHappenedToAnyFanThatShouldNot() {
    assertEquals(List.of(), sale.log.faults());
  }

  @Test
  void everyArrivalNumberIsGivenOnceAndNoneIsLost() {
    Set<Integer> given = sale.all().stream().map(Fan::arrival).collect(Collectors.toSet());
    Set<Integer> wanted =
        IntStream.range(0, 2 * CrowdSale.HALF).boxed().collect(Collectors.toSet());
    assertEquals(wanted, given);
  }

  @Test
  void aJoinAnsweredBeforeAnotherWasSentHasTheSmallerNumber() {
    assertEquals(List.of(), JoinOrder.violations(sale.all()));
  }

  @Test
  void theDrawIsTheOneCommittedToBeforeTheSale() {
    assertNull(sale.drawBefore.getString("seed"));
    assertNull(sale.drawBefore.getInteger("entrants"));
    assertEquals(
        sale.drawBefore.getString("commitment"),
        PublishedDraw.commitment(sale.drawAfter.getString("seed")));
    assertEquals(sale.drawBefore.getLong("epoch"), sale.drawAfter.getLong("epoch"));
    assertEquals(sale.drawBefore.getString("commitment"), sale.drawAfter.getString("commitment"));
    assertEquals(CrowdSale.HALF, sale.drawAfter.getInteger("entrants"));
  }

  @Test
  void earlyFansStandInThePublishedOrder() {
    int[] positions = PublishedDraw.positions(sale.drawAfter);
    List<Integer> published = sale.early.stream().map(fan -> positions[fan.arrival()]).toList();
    assertEquals(published, sale.early.stream().map(Fan::position).toList());
    assertNotEquals(published, sale.early.stream().map(Fan::arrival).toList());
  }

  @Test
  void lateFansStandBehindThemInTheOrderOfArrival() {
    List<Integer> arrivals = sale.late.stream().map(Fan::arrival).toList();
    assertEquals(arrivals, sale.late.stream().map(Fan::position).toList());
    assertTrue(arrivals.stream().allMatch(arrival -> arrival >= CrowdSale.HALF));
  }

  @Test
  void nobodyHasAPositionBeforeTheDraw() {
    for (Answer look : sale.looksBeforeTheDraw) {
      assertEquals("waiting", look.body().getString("state"));
      assertTrue(look.body().containsKey("position"));
      assertNull(look.body().getInteger("position"));
      assertNull(look.body().getInteger("ahead"));
    }
    assertEquals(0, CrowdSale.cutoff(sale.statusBeforeTheDraw));
    assertNull(sale.statusBeforeTheDraw.body().getInteger("entrants"));
  }

  @Test
  void whoClaimsTooEarlyIsToldThatItIsNotTheirTurn() {
    for (Answer claim : sale.claimsBeforeTheDraw) {
      assertEquals("not-your-turn", claim.code());
      assertEquals(409, claim.status());
    }
    for (Answer claim : sale.claimsFromBehind) {
      assertEquals("not-your-turn", claim.code());
      JsonObject place = claim.body().getJsonObject("place");
      assertEquals(place.getInteger("arrival"), place.getInteger("position"));
    }
    for (Answer claim : sale.halt.claimsBeyond()) {
      assertEquals("not-your-turn", claim.code());
    }
  }

  @Test
  void whileTheQueueStandsExactlyThoseBelowTheCutoffAreCalled() {
    for (Answer look : sale.halt.looks()) {
      boolean called = look.body().getInteger("position") < sale.halt.cutoff();
      assertEquals(!called, look.body().getString("state").equals("waiting"), look.body() + "");
      int ahead = Math.max(0, look.body().getInteger("position") - sale.halt.cutoff());
      assertEquals(ahead, look.body().getInteger("ahead"));
    }
    assertTrue(sale.halt.cutoff() < 2 * CrowdSale.HALF, "somebody waits");
  }

  @Test
  void callsFollowPositions() {
    for (CrowdLog.Sighting seen : sale.log.sightings()) {
      if (seen.state().equals("waiting")) {
        sale.statuses().stream()
            .filter(read -> read.answeredNanos() + STALE_NANOS < seen.answer().sentNanos())
            .forEach(read -> assertTrue(CrowdSale.cutoff(read) <= seen.position()));
      } else {
        sale.statuses().stream()
            .filter(read -> seen.answer().answeredNanos() + STALE_NANOS < read.sentNanos())
            .forEach(read -> assertTrue(seen.position() < CrowdSale.cutoff(read)));
      }
    }
  }

  @Test
  void whoeverComesIsLetInOnceAndNobodyElse() {
    Set<Integer> inside = new TreeSet<>();
    for (CrowdLog.Admission admission : sale.log.admissions()) {
      assertTrue(inside.add(admission.position()), "once");
      assertEquals(admission.position(), admission.claims().getInteger("pos"));
      assertEquals(admission.iat(), admission.claims().getLong("nbf"));
      assertEquals("derby", admission.claims().getString("aud").replace("headgate:", ""));
    }
    Set<Integer> coming = sale.coming().stream().map(Fan::position).collect(Collectors.toSet());
    assertEquals(coming, inside);
    Set<Integer> atHalt =
        sale.log.admissions().stream()
            .filter(one -> one.iat() * 1_000 < sale.halt.stopped().answeredMillis())
            .map(CrowdLog.Admission::position)
            .collect(Collectors.toSet());
    assertTrue(atHalt.stream().allMatch(position -> position < sale.halt.cutoff()));
  }

  @Test
  void admissionsKeepToTheDialInAnySixtySeconds() {
    List<Long> all = sale.log.admissions().stream().map(CrowdLog.Admission::iat).toList();
    assertEquals(List.of(), new DialAudit(sale.dials()).violations(all));
    long halted = sale.halt.stopped().answeredMillis() / 1_000;
    List<Long> atOneDial = all.stream().filter(iat -> iat <= halted).toList();
    long worst = DialAudit.worstMinute(atOneDial);
    assertTrue(worst <= CrowdSale.DIAL, worst + " in a minute");
  }

  @Test
  void aDialAtZeroStopsAdmissionWithinASecondAndRaisedItResumes() {
    DialChange stopped = sale.halt.stopped();
    DialChange raised = sale.dials().get(2);
    List<Integer> meanwhile =
        sale.log.admissions().stream()
            .filter(one -> one.iat() * 1_000 > stopped.answeredMillis() + 1_000)
            .filter(one -> one.iat() < raised.sentMillis() / 1_000)
            .map(CrowdLog.Admission::position)
            .toList();
    assertEquals(List.of(), meanwhile);
    assertEquals("moment-please", sale.halt.claimBelow().code());
    assertEquals("2", sale.halt.claimBelow().headers().get("Retry-After"));
    long after =
        sale.log.admissions().stream()
            .filter(one -> one.iat() >= raised.sentMillis() / 1_000)
            .count();
    assertTrue(after > 0);
  }

  @Test
  void twoHundredAdmittedFansHoldSeatsAndNoSeatTwice() {
    Set<String> seats = new HashSet<>();
    for (Buyer buyer : sale.buyers) {
      assertEquals(201, buyer.held().status(), () -> buyer.held().json() + "");
      assertEquals(1, buyer.seatsHeld().size());
      assertTrue(seats.add(buyer.seatsHeld().get(0)), "a seat held twice");
    }
    assertEquals(CrowdSale.BUYERS, seats.size());
  }

  @Test
  void aHoldIsItsOwnersAndIsGoneWhenReleased() {
    for (int i = 0; i < CrowdSale.BUYERS; i++) {
      String own = sale.buyers.get(i).held().body().getString("holdId");
      assertEquals(List.of(own), sale.holdsByBuyer.get(i));
      assertEquals(204, sale.releases.get(i).status());
    }
    List<List<String>> left = Crowd.each(sale.buyers, Buyer::ownHolds);
    assertTrue(left.stream().allMatch(List::isEmpty));
    Set<String> seats =
        sale.buyers.stream()
            .flatMap(buyer -> buyer.seatsHeld().stream())
            .collect(Collectors.toSet());
    await().atMost(Duration.ofSeconds(60)).until(() -> sale.freeSeats().containsAll(seats));
  }

  /** Each event loop keeps a document for a second, so that one may be older than the last. */
  @Test
  void thePublicFiguresNeverFall() {
    for (String figure : List.of("arrivals", "cutoff")) {
      Deque<Answer> recent = new ArrayDeque<>();
      int least = 0;
      for (Answer read : sale.statuses()) {
        while (!recent.isEmpty()
            && recent.element().answeredNanos() + STALE_NANOS < read.sentNanos()) {
          least = Math.max(least, recent.remove().body().getInteger(figure));
        }
        assertTrue(read.body().getInteger(figure) >= least, figure + " fell below " + least);
        recent.add(read);
      }
    }
  }

  @Test
  void thePublicFiguresAgreeWithEachOther() {
    int arrivals = 0;
    for (Answer read : sale.statuses()) {
      JsonObject status = read.body();
      arrivals = status.getInteger("arrivals");
      int cutoff = status.getInteger("cutoff");
      assertTrue(cutoff <= arrivals);
      assertEquals(arrivals - cutoff, status.getInteger("waiting"));
      assertTrue(status.getInteger("present") >= 0);
      assertTrue(status.getInteger("present") <= status.getInteger("waiting"));
      assertTrue(status.getInteger("admittedLastMinute") <= CrowdSale.RAISED_DIAL);
      assertTrue(status.getJsonArray("gaps").isEmpty());
    }
    assertEquals(2 * CrowdSale.HALF, arrivals);
    assertTrue(sale.statuses().stream().anyMatch(read -> read.body().getInteger("present") > 0));
  }
}
