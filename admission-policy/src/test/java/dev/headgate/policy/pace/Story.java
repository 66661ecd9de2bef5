package dev.headgate.policy.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.policy.pace.Decision.Move;
import dev.headgate.policy.pace.Snapshot.Call;
import dev.headgate.policy.pace.Snapshot.Lane;
import dev.headgate.policy.pace.Snapshot.Settled;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A row of a scenario table: {@code given} and {@code then} as words {@code name=value}. What is
 * not given is as in {@link #ORDINARY}; what is not named in {@code then} is not looked at.
 *
 * <p>Calls are written {@code cutoffTo@secondsAgo:came/called}, settled ones {@code came/called},
 * several with a plus between. Credit is in admissions. A ramp is {@code
 * base:secondsAgo/lengthSeconds}. Where lanes differ, there is a value for each, with a semicolon
 * between.
 */
record Story(Map<String, String> given) {
  static final long NOW = 1_764_490_000_000L;
  private static final long PAUSED = 77_000;
  private static final int UNBOUNDED = Integer.MAX_VALUE;

  private static final String ORDINARY =
      "drawn=yes halted=no dial=600 inside=5000 throttle=off stock=off ramp=off elapsed=1000"
          + " active=0 weight=1 waiting=10000 cutoff=0 settled=0 lapsed=0 ended=0 calls= recent="
          + " door=0 credit=0";

  static Story of(String given) {
    Map<String, String> words = words(ORDINARY);
    Map<String, String> changed = words(given);
    if (!words.keySet().containsAll(changed.keySet())) {
      throw new IllegalArgumentException("given: " + given + " (expected: some of " + words + ")");
    }
    words.putAll(changed);
    return new Story(words);
  }

  static Map<String, String> words(String text) {
    return Arrays.stream(text.strip().split(" +", -1))
        .map(word -> word.split("=", 2))
        .collect(
            Collectors.toMap(w -> w[0], w -> w[1], (first, second) -> second, LinkedHashMap::new));
  }

  Rate rate() {
    return new Rate(
        (int) number("dial"), (int) number("inside"), limit("throttle"), limit("stock"), ramp());
  }

  private int limit(String name) {
    return text(name).equals("off") ? UNBOUNDED : (int) number(name);
  }

  private Ramp ramp() {
    if (text("ramp").equals("off")) {
      return Ramp.NONE;
    }
    String[] parts = text("ramp").split("[:/]", -1);
    return new Ramp(NOW - millis(parts[1]), Integer.parseInt(parts[0]), millis(parts[2]));
  }

  Snapshot snapshot() {
    return new Snapshot(
        NOW,
        NOW - PAUSED,
        NOW - number("elapsed"),
        is("drawn"),
        is("halted"),
        number("active"),
        IntStream.range(0, lanes()).mapToObj(number -> ofLane(number).lane()).toList());
  }

  private int lanes() {
    return given.values().stream().mapToInt(v -> v.split(";", -1).length).max().orElse(1);
  }

  /** What is given of one lane alone. */
  private Story ofLane(int number) {
    Map<String, String> words = new LinkedHashMap<>();
    given.forEach(
        (name, value) -> {
          String[] values = value.split(";", -1);
          words.put(name, values[values.length == 1 ? 0 : number]);
        });
    return new Story(words);
  }

  private Lane lane() {
    return new Lane(
        (int) number("weight"),
        number("waiting"),
        number("cutoff"),
        number("settled"),
        number("lapsed"),
        number("ended"),
        rows("calls").stream().map(Story::call).toList(),
        rows("recent").stream().map(Story::settled).toList(),
        number("door"),
        units(text("credit")));
  }

  /** What {@code then} may speak of. */
  private Map<String, String> outcome(Decision decision) {
    return Map.of(
        "limit", decision.limit().name(),
        "calls", lanes(decision, (lane, move) -> move.calls()),
        "settled", lanes(decision, (lane, move) -> move.settledTo()),
        "lapsed", lanes(decision, (lane, move) -> move.lapsedTo()),
        "credit", lanes(decision, (lane, move) -> admissions(lane.credit() + move.creditDelta())),
        "pending", lanes(decision, (lane, move) -> move.pending()),
        "show", lanes(decision, (lane, move) -> move.show().came() + "/" + move.show().of()));
  }

  /** Fails where the decision is not as {@code then} says. */
  void assertOutcome(Decision decision, String then) {
    Map<String, String> outcome = outcome(decision);
    words(then)
        .forEach(
            (name, value) ->
                assertEquals(name + "=" + value, name + "=" + outcome.get(name), "" + given));
  }

  private String lanes(Decision decision, BiFunction<Lane, Move, Object> value) {
    List<Lane> lanes = snapshot().lanes();
    return IntStream.range(0, lanes.size())
        .mapToObj(i -> value.apply(lanes.get(i), decision.moves().get(i)).toString())
        .collect(Collectors.joining(";"));
  }

  private static Call call(String row) {
    String[] parts = row.split("[@:/]", -1);
    long calledAt = NOW - PAUSED - millis(parts[1]);
    return new Call(
        Long.parseLong(parts[0]), calledAt, Long.parseLong(parts[3]), Long.parseLong(parts[2]));
  }

  private static Settled settled(String row) {
    String[] parts = row.split("/", -1);
    return new Settled(Long.parseLong(parts[1]), Long.parseLong(parts[0]));
  }

  private List<String> rows(String name) {
    return text(name).isEmpty() ? List.of() : List.of(text(name).split("\\+", -1));
  }

  private boolean is(String name) {
    return text(name).equals("yes");
  }

  private long number(String name) {
    return Long.parseLong(text(name));
  }

  private String text(String name) {
    return given.getOrDefault(name, "");
  }

  private static long millis(String seconds) {
    return new BigDecimal(seconds).movePointRight(3).longValueExact();
  }

  private static long units(String admissions) {
    return new BigDecimal(admissions)
        .multiply(BigDecimal.valueOf(Credit.ADMISSION))
        .longValueExact();
  }

  /** Exact where six decimals are enough, as for every credit in these tables. */
  private static String admissions(long units) {
    return BigDecimal.valueOf(units)
        .divide(BigDecimal.valueOf(Credit.ADMISSION), 6, RoundingMode.FLOOR)
        .stripTrailingZeros()
        .toPlainString();
  }
}
