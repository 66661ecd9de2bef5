package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.quickstart.EngineAudit.LetIn;
import dev.headgate.quickstart.EngineAudit.Rate;
import dev.headgate.quickstart.EngineAudit.Stand;
import dev.headgate.quickstart.EngineLog.Place;
import dev.headgate.quickstart.StoreWatch.Sample;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rules of the engine on the real store, with 20,000 fans of all habits, dials that are turned
 * and a pause in the middle; judged by what fans were told and by what the store says itself.
 */
@Tag("crowd")
@Tag("soak")
class EngineIT {
  private static final Set<Integer> OF_ONE_COMING_BACK = Set.of(502, 503, 504);
  private static final long LEEWAY_SECONDS = 10;
  private static final long DOOR_MILLIS = 10_000;

  @Test
  void oneGatewayKeepsTheRules(@TempDir Path folder) throws Exception {
    try (EngineSale sale = new EngineSale(folder, 1)) {
      sale.run(false);
      new Verdict("one gateway", sale).holds();
    }
  }

  @Test
  void threeGatewaysKeepThemThoughOneIsKilledAndOneSleeps(@TempDir Path folder) throws Exception {
    try (EngineSale sale = new EngineSale(folder, 3)) {
      sale.run(true);
      new Verdict("three gateways", sale).holds();
    }
  }

  /** A sale that is over, held against the rules. */
  private static final class Verdict {
    private final EngineSale sale;
    private final EngineLog log;
    private final List<Place> places;
    private final Map<String, Long> letIn;
    private final String name;

    Verdict(String name, EngineSale sale) {
      this.sale = sale;
      this.log = sale.log();
      this.places = log.places;
      this.letIn = sale.watch().admitted();
      this.name = name;
    }

    void holds() {
      assertAll(
          this::nothingHappenedThatShouldNot,
          this::aServerFailsOnlyWhileItComesBack,
          this::everyArrivalIsGivenOnceAndInOrder,
          this::positionsAreThoseOfThePublishedDraw,
          this::everybodyWhoStaysIsLetInOnce,
          this::theStoreLetInThoseWhoHaveTokens,
          this::theQueueOnlyEverMovesOn,
          this::nobodyIsCalledOrLetInBeyondTheCutoff,
          this::theRatesInForceAreThoseTheOperatorSet,
          this::noMoreAreInsideThanMayBe,
          this::dialPauseHouseAndDoorAreKeptToTheMillisecond,
          this::tokensKeepToTheDial);
    }

    private void nothingHappenedThatShouldNot() {
      assertEquals(List.of(), log.surprises());
      assertEquals(List.of(), sale.watch().faults());
      assertTrue(log.turnsLost.get() > 0, "some slept through their turn");
      assertTrue(log.atDoor.get() > 0, "some stood at the door");
    }

    private void aServerFailsOnlyWhileItComesBack() {
      List<EngineLog.Failure> others =
          log.failures().stream()
              .filter(
                  failure ->
                      failure.gateway() != sale.sleeper()
                          || !OF_ONE_COMING_BACK.contains(failure.status()))
              .toList();
      assertEquals(List.of(), others);
    }

    private void everyArrivalIsGivenOnceAndInOrder() {
      List<JoinOrder.Joined> joined = places.stream().map(place -> place.joined).toList();
      Set<Integer> arrivals = new HashSet<>();
      joined.forEach(one -> assertTrue(arrivals.add(one.arrival()), "twice: " + one));
      assertEquals(List.of(), JoinOrder.violationsOf(joined).stream().limit(5).toList());
      // Who got no answer may have been given a number all the same.
      long unknown = last().arrivals() - arrivals.size();
      assertTrue(0 <= unknown && unknown <= log.lostJoins.get(), unknown + " are nobody's");
    }

    private void positionsAreThoseOfThePublishedDraw() {
      JsonObject draw = sale.draw();
      int[] positions = PublishedDraw.positions(draw);
      assertTrue(positions.length >= 15_000, positions.length + " entrants");
      for (Place place : places) {
        int arrival = place.joined.arrival();
        int expected = arrival < positions.length ? positions[arrival] : arrival;
        assertTrue(
            Set.of(expected).containsAll(place.positions),
            () -> arrival + " was told " + place.positions + ", not " + expected);
        if (place.admission != null) {
          assertEquals(expected, place.admission.claims().getInteger("pos"));
        }
      }
    }

    private void everybodyWhoStaysIsLetInOnce() {
      Set<String> sessions = new HashSet<>();
      Set<String> subjects = new HashSet<>();
      Set<Integer> positions = new HashSet<>();
      for (JsonObject claims : tokens()) {
        assertTrue(sessions.add(claims.getString("jti")), "a session twice");
        assertTrue(subjects.add(claims.getString("sub")), "a place twice");
        assertTrue(positions.add(claims.getInteger("pos")), "a position twice");
        String begin = sale.epoch() + ".0." + claims.getInteger("pos") + ".";
        assertTrue(claims.getString("jti").startsWith(begin), claims.getString("jti"));
      }
      assertEquals(sale.staying(), sessions.size());
    }

    private void theStoreLetInThoseWhoHaveTokens() {
      Map<Integer, Integer> unanswered =
          places.stream()
              .filter(place -> !place.positions.isEmpty())
              .collect(
                  Collectors.toMap(
                      place -> place.positions.iterator().next(), place -> place.unanswered));
      Set<String> known = new HashSet<>();
      for (JsonObject claims : tokens()) {
        String member = "0." + claims.getInteger("pos");
        Long at = letIn.get(member);
        assertTrue(at != null, member + " has a token that the store knows nothing of");
        assertEquals(at / 1_000, claims.getLong("iat"), member);
        known.add(member);
      }
      for (String member : letIn.keySet()) {
        if (!known.contains(member)) {
          // The answer was lost, and the session over when the fan came again.
          assertTrue(unanswered.getOrDefault(position(member), 0) > 0, member + " is nobody");
        }
      }
      assertEquals(letIn.size(), last().claimed());
    }

    private void theQueueOnlyEverMovesOn() {
      Sample before = sale.watch().samples().get(0);
      for (Sample sample : sale.watch().samples()) {
        assertTrue(
            sample.arrivals() >= before.arrivals()
                && sample.cutoff() >= before.cutoff()
                && sample.settled() >= before.settled()
                && sample.lapsed() >= before.lapsed()
                && sample.tick() >= before.tick(),
            before + " and then " + sample);
        assertTrue(
            sample.lapsed() <= sample.settled()
                && sample.settled() <= sample.cutoff()
                && sample.cutoff() <= sample.arrivals(),
            sample::toString);
        before = sample;
      }
    }

    private void nobodyIsCalledOrLetInBeyondTheCutoff() {
      CutoffBy cutoff = new CutoffBy(sale.watch().samples());
      letIn.forEach(
          (member, at) ->
              assertTrue(
                  position(member) < cutoff.at(at), member + " was let in before it was called"));
      for (EngineLog.Called called : log.called) {
        assertTrue(
            called.position() < cutoff.at(called.answeredMillis()),
            called.position() + " was told so before it was called");
      }
    }

    private void theRatesInForceAreThoseTheOperatorSet() {
      List<Rate> rates = sale.watch().rates();
      List<EngineSale.Turn> turns = sale.turns();
      assertEquals(
          turns.stream().map(EngineSale.Turn::perMinute).toList(),
          rates.stream().map(Rate::perMinute).toList());
      for (int i = 0; i < rates.size(); i++) {
        long at = rates.get(i).atMillis();
        assertTrue(turns.get(i).sentMillis() <= at && at <= turns.get(i).answeredMillis());
      }
    }

    private void noMoreAreInsideThanMayBe() {
      Sample before = sale.watch().samples().get(0);
      for (Sample sample : sale.watch().samples()) {
        // Lowering it throws nobody out.
        long most = Math.max(before.active(), Math.max(before.cap(), sample.cap()));
        assertTrue(sample.active() <= most, sample::toString);
        before = sample;
      }
    }

    private void dialPauseHouseAndDoorAreKeptToTheMillisecond() {
      EngineAudit audit = new EngineAudit(sessions(), sale.watch().rates(), sale.caps(), stands());
      publish(audit);
      assertEquals(List.of(), audit.violations().stream().limit(10).toList());
    }

    private void tokensKeepToTheDial() {
      List<DialChange> changes =
          sale.turns().stream()
              .map(
                  turn ->
                      new DialChange(turn.perMinute(), turn.sentMillis(), turn.answeredMillis()))
              .toList();
      List<Long> seconds = tokens().stream().map(claims -> claims.getLong("iat")).toList();
      assertEquals(List.of(), new DialAudit(changes).violations(seconds));
    }

    private List<JsonObject> tokens() {
      List<JsonObject> tokens = new ArrayList<>();
      for (Place place : places) {
        if (place.admission != null) {
          tokens.add(place.admission.claims());
        }
      }
      return tokens;
    }

    /** Everybody the store let in; how long, where somebody got the token and can say. */
    private List<LetIn> sessions() {
      Map<Integer, Long> until =
          places.stream()
              .filter(place -> place.admission != null)
              .collect(Collectors.toMap(EngineIT::admittedAs, EngineIT::countsUntil));
      return letIn.entrySet().stream()
          .map(
              one -> {
                int position = position(one.getKey());
                long at = one.getValue();
                return new LetIn(position, at, until.getOrDefault(position, at));
              })
          .toList();
    }

    /** When fans are sure to have stood at the door. */
    private List<Stand> stands() {
      List<Stand> stands = new ArrayList<>();
      for (Place place : places) {
        if (place.tries.isEmpty()) {
          continue;
        }
        int position = place.positions.iterator().next();
        long in = letIn.getOrDefault("0." + position, Long.MAX_VALUE);
        long covered = 0;
        for (EngineLog.Try one : place.tries) {
          // Together they are one stretch: where it was there before, it need not begin again.
          long from = one.sentMillis() < covered ? covered - 1 : one.answeredMillis();
          covered = Math.min(in, one.sentMillis() + DOOR_MILLIS);
          stands.add(new Stand(position, from, covered));
        }
      }
      return stands;
    }

    private Sample last() {
      List<Sample> samples = sale.watch().samples();
      return samples.get(samples.size() - 1);
    }

    private void publish(EngineAudit audit) {
      List<Sample> samples = sale.watch().samples();
      long took = last().nowMillis() - sale.watch().rates().get(0).atMillis();
      System.out.printf(
          "%s: %d s, let in %d of %d places, busiest minute %d, fullest %d, %d looks, %d at the"
              + " door, %d moves, %d joins lost, %d turns lost, %d failures%n",
          name,
          took / 1_000,
          letIn.size(),
          places.size(),
          audit.busiest(),
          samples.stream().mapToLong(Sample::active).max().orElse(0),
          log.told.get(),
          log.atDoor.get(),
          log.moves.get(),
          log.lostJoins.get(),
          log.turnsLost.get(),
          log.failures().size());
    }
  }

  private static int position(String member) {
    return Integer.parseInt(member.substring(member.indexOf('.') + 1));
  }

  private static int admittedAs(Place place) {
    EngineLog.Admission admission = place.admission;
    return admission == null ? -1 : admission.claims().getInteger("pos");
  }

  /** The session is sure to count until its token's end and the leeway, or until it was left. */
  private static long countsUntil(Place place) {
    EngineLog.Admission admission = place.admission;
    long end = admission == null ? 0 : 1_000 * (admission.claims().getLong("exp") + LEEWAY_SECONDS);
    return Math.min(end, place.leftMillis);
  }

  /** The cutoff as it was seen next after a moment, and so at most more than it was. */
  private record CutoffBy(List<Sample> samples) {
    long at(long millis) {
      int low = 0;
      int high = samples.size() - 1;
      while (low < high) {
        int middle = (low + high) / 2;
        if (samples.get(middle).nowMillis() >= millis) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return samples.get(low).cutoff();
    }
  }
}
