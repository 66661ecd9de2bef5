package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which of many events have time series. */
class MeasuredEventsTest {
  private final Vertx vertx = Vertx.vertx();
  private final InMemoryEvents events = new InMemoryEvents(vertx);
  private final MeasuredEvents measured = new MeasuredEvents(events);

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(60, TimeUnit.SECONDS);
  }

  private static FixedView event(String id) {
    return event(id, OperatorHttp.START);
  }

  private static FixedView event(String id, Instant start) {
    return FixedView.fresh(id, EventSettings.of("Cup", start, Dials.of(600, 5_000)));
  }

  private void put(String prefix, int many, boolean ended) {
    for (int i = 0; i < many; i++) {
      FixedView event = event("%s-%04d".formatted(prefix, i));
      events.put(ended ? event.closed() : event);
    }
  }

  private MeasuredEvents.Seen look() throws Exception {
    return measured.look().await(60, TimeUnit.SECONDS);
  }

  private static List<String> ids(MeasuredEvents.Seen seen) {
    return seen.views().stream().map(view -> view.event()).toList();
  }

  /** Looks until what is seen no longer changes. */
  private MeasuredEvents.Seen settled() throws Exception {
    MeasuredEvents.Seen seen = look();
    for (int i = 0; i < 20; i++) {
      seen = look();
    }
    return seen;
  }

  @Test
  void asLongAsThereIsRoomAllAreMeasured() throws Exception {
    put("a", 40, true);
    put("b", 60, false);
    assertEquals(100, ids(look()).size());
    MeasuredEvents.Seen seen = settled();
    assertEquals(100, seen.views().size());
    assertEquals(0, seen.unmeasured());
  }

  @Test
  void aSaleBehindYearsOfOldOnesIsMeasured() throws Exception {
    put("a", 250, true);
    events.put(event("zz-tonight"));
    assertTrue(ids(look()).contains("zz-tonight"), "at once");
    MeasuredEvents.Seen seen = settled();
    assertEquals(100, seen.views().size());
    assertTrue(ids(seen).contains("zz-tonight"));
    assertEquals(0, seen.unmeasured());
  }

  @Test
  void aSaleBehindManyThatAreMonthsAheadIsMeasured() throws Exception {
    for (int i = 0; i < 150; i++) {
      events.put(event("a-%04d".formatted(i), OperatorHttp.START.plus(Duration.ofDays(90))));
    }
    events.put(event("zz-tonight"));
    MeasuredEvents.Seen seen = settled();
    assertTrue(ids(seen).contains("zz-tonight"));
    assertEquals(100, seen.views().size());
    assertEquals(0, seen.unmeasured());
  }

  @Test
  void behindThousandsItIsMeasuredAfterAFewLooks() throws Exception {
    put("a", 3_000, true);
    events.put(event("zz-tonight"));
    assertTrue(ids(settled()).contains("zz-tonight"));
  }

  @Test
  void beyondTheMostThatAreDueTheirNumberIsSaid() throws Exception {
    put("a", 30, true);
    put("b", 104, false);
    MeasuredEvents.Seen seen = settled();
    assertEquals(
        IntStream.range(0, 100).mapToObj("b-%04d"::formatted).toList(), ids(seen), "by id");
    assertEquals(4, seen.unmeasured());
  }

  @Test
  void oneThatEndsMakesRoomAndOneThatIsOpenedAgainIsFound() throws Exception {
    put("a", 150, true);
    put("b", 101, false);
    assertEquals(1, settled().unmeasured());
    events.put(events.now("b-0000").closed());
    MeasuredEvents.Seen seen = settled();
    assertEquals(0, seen.unmeasured());
    assertTrue(ids(seen).contains("b-0100"));
    events.put(event("a-0149"));
    MeasuredEvents.Seen again = look();
    for (int i = 0; i < 40 && again.unmeasured() == 0; i++) {
      again = look();
    }
    assertEquals(1, again.unmeasured());
    assertTrue(ids(again).contains("a-0149"));
  }
}
