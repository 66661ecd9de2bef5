package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.quickstart.EngineAudit.Cap;
import dev.headgate.quickstart.EngineAudit.LetIn;
import dev.headgate.quickstart.EngineAudit.Rate;
import dev.headgate.quickstart.EngineAudit.Stand;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EngineAuditTest {
  private static final long LONG = 1_000_000;
  private static final List<Rate> SIXTY = List.of(new Rate(0, 60));
  private static final List<Cap> WIDE = List.of(new Cap(1_000, 0, Long.MAX_VALUE));

  @Test
  void oneASecondKeepsToSixtyAMinute() {
    EngineAudit audit = audit(oneASecond(300), SIXTY, WIDE, List.of());
    assertEquals(List.of(), audit.violations());
    assertEquals(60, audit.busiest());
  }

  @Test
  void oneMoreInAMinuteIsFound() {
    List<LetIn> more = new ArrayList<>(oneASecond(300));
    more.add(new LetIn(900, 200_500, 200_500));
    assertEquals(61, audit(more, SIXTY, WIDE, List.of()).violations().size());
  }

  @Test
  void aMinuteEndsWithTheMillisecond() {
    List<LetIn> all = IntStream.range(0, 2).mapToObj(i -> in(i, 60_000L * i + 1)).toList();
    assertEquals(List.of(), audit(all, List.of(new Rate(0, 1)), WIDE, List.of()).violations());
    List<LetIn> sooner = List.of(in(0, 60_001), in(1, 120_000));
    assertEquals(1, audit(sooner, List.of(new Rate(0, 1)), WIDE, List.of()).violations().size());
  }

  @Test
  void aRaisedDialIsNoLeaveForABurst() {
    List<Rate> raised = List.of(new Rate(0, 60), new Rate(100_000, 600));
    List<LetIn> all = new ArrayList<>(oneASecond(101));
    IntStream.range(0, 20).forEach(i -> all.add(in(200 + i, 100_000)));
    assertEquals(List.of(), audit(all, raised, WIDE, List.of()).violations());
    all.add(in(300, 100_000));
    assertEquals(1, audit(all, raised, WIDE, List.of()).violations().size());
  }

  @Test
  void anAdmissionWhilePausedIsFound() {
    List<Rate> paused = List.of(new Rate(0, 60), new Rate(10_000, 0), new Rate(20_000, 60));
    assertEquals(List.of(), audit(List.of(in(0, 10_000)), paused, WIDE, List.of()).violations());
    assertEquals(List.of(), audit(List.of(in(0, 20_000)), paused, WIDE, List.of()).violations());
    assertEquals(1, audit(List.of(in(0, 10_001)), paused, WIDE, List.of()).violations().size());
  }

  @Test
  void oneTooManyInsideIsFound() {
    List<Cap> two = List.of(new Cap(2, 0, Long.MAX_VALUE));
    List<LetIn> all =
        List.of(new LetIn(0, 5_000, 8_000), new LetIn(1, 6_000, LONG), new LetIn(2, 8_000, LONG));
    assertEquals(List.of(), audit(all, SIXTY, two, List.of()).violations());
    List<LetIn> sooner = new ArrayList<>(all);
    sooner.set(2, new LetIn(2, 7_999, LONG));
    assertEquals(1, audit(sooner, SIXTY, two, List.of()).violations().size());
  }

  @Test
  void whoPassesTheDoorWithoutRoomForBothIsFound() {
    List<Stand> door = List.of(new Stand(3, 4_000, 9_000));
    List<Cap> two = List.of(new Cap(2, 0, Long.MAX_VALUE));
    List<LetIn> alone = List.of(new LetIn(7, 5_000, LONG));
    assertEquals(List.of(), audit(alone, SIXTY, two, door).violations());
    List<LetIn> second = List.of(new LetIn(1, 3_000, LONG), new LetIn(7, 5_000, LONG));
    assertEquals(
        List.of("7 passed 1 at the door at 5000, with room for 0"),
        audit(second, SIXTY, two, door).violations());
    List<LetIn> before = List.of(new LetIn(1, 3_000, LONG), new LetIn(2, 5_000, LONG));
    assertEquals(List.of(), audit(before, SIXTY, two, door).violations());
  }

  private static EngineAudit audit(
      List<LetIn> all, List<Rate> rates, List<Cap> caps, List<Stand> stands) {
    return new EngineAudit(all, rates, caps, stands);
  }

  private static List<LetIn> oneASecond(int count) {
    return IntStream.range(0, count).mapToObj(i -> in(i, 1_000L * i)).toList();
  }

  private static LetIn in(int position, long at) {
    return new LetIn(position, at, at);
  }
}
