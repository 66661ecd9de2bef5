package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.testing.FakeEventView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsRulesTest {

  @ParameterizedTest(name = "{0} from {1} to {2}: before the draw {3}, after it {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    start       | 2026-12-01T10:00:00Z | 2026-12-01T10:00:00.000Z | yes | yes
    start       | 2026-12-01T10:00:00Z | 2026-12-01T11:00:00Z     | yes | already-drawn
    start       | 2026-12-01T10:00:00Z | manual                   | yes | already-drawn
    start       | manual               | always                   | yes | already-drawn
    start       | manual               | manual                   | yes | yes
    mode        | random-then-fifo     | random-rounds            | yes | already-drawn
    mode        | fifo                 | random-rounds            | yes | already-drawn
    mode        | random-rounds        | fifo                     | yes | already-drawn
    mode        | random-rounds        | random-rounds            | yes | yes
    mode        | random-then-fifo     | reject                   | yes | yes
    mode        | reject               | passthrough              | yes | yes
    roundLength | PT1M                 | PT60S                    | yes | yes
    roundLength | PT1M                 | PT2M                     | yes | already-drawn
    slowStart   | PT1M                 | PT2M                     | yes | yes
    title       | Derby                | Cup                      | yes | yes
    """)
  void afterTheDrawNothingChangesThatWouldMoveAnybody(
      String field, String before, String after, String undrawn, String drawn) {
    FakeEventView view = new FakeEventView("derby");
    view.settings = settings().apply(field, before);
    EventSettings changed = settings().apply(field, after);
    assertEquals(undrawn, verdict(view, changed));
    view.entrants = 800;
    assertEquals(drawn, verdict(view, changed));
  }

  @Test
  void onceSomebodyHasJoinedNobodyNeedsAKeyWhoNeededNoneAndTheOtherWayRound() {
    for (String[] change : new String[][] {{"off", "required"}, {"required", "off"}}) {
      FakeEventView view = new FakeEventView("derby");
      view.settings = settings().apply("dpop", change[0]);
      EventSettings changed = settings().apply("dpop", change[1]);
      view.arrivals = 0;
      assertEquals("yes", verdict(view, changed));
      view.arrivals = 1;
      assertEquals("dpop-in-use", verdict(view, changed));
      assertEquals("yes", verdict(view, view.settings));
    }
  }

  @ParameterizedTest(name = "from [{0}] to [{1}]: empty {2}, once somebody has joined {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
    none               | none                       | yes | yes
    none               | members                    | yes | yes
    members            | members                    | yes | yes
    members            | members,press              | yes | yes
    members            | general,members            | yes | yes
    general,members    | members,general            | yes | yes
    general,members    | members                    | yes | yes
    members            | none                       | yes | lanes-in-use
    members            | friends                    | yes | lanes-in-use
    members            | press,members              | yes | lanes-in-use
    members,press      | press,members              | yes | lanes-in-use
    members,press      | members                    | yes | lanes-in-use
    """)
  void onceSomebodyHasJoinedLanesAreOnlyAdded(
      @Nullable String before, @Nullable String after, String empty, String joined) {
    FakeEventView view = new FakeEventView("derby");
    view.settings = settings().lanes(before, 1);
    EventSettings changed = settings().lanes(after, 5);
    assertEquals(empty, verdict(view, changed));
    view.arrivals = 1;
    assertEquals(joined, verdict(view, changed));
  }

  @ParameterizedTest
  @CsvSource({"0, yes", "1, lanes-in-use"})
  void aJoinInAnyLaneCounts(int arrivals, String verdict) {
    LaneView members =
        new LaneView(1, "members", 1, arrivals, OptionalInt.empty(), 0, 0, List.of(), "", "", null);
    FakeEventView view = new FakeEventView("derby");
    view.settings = settings().lanes("members", 1);
    view.lanes = List.of(members);
    assertEquals(verdict, verdict(view, settings().lanes(null, 1)));
  }

  private static String verdict(EventView view, EventSettings after) {
    try {
      SettingsRules.check(view, after);
      return "yes";
    } catch (ProblemException refused) {
      assertEquals(409, refused.problem().status());
      return refused.problem().code();
    }
  }

  private static Draft settings() {
    return new Draft();
  }

  /** Settings of which one member is another. */
  private static final class Draft {
    private final JsonObject json =
        new JsonObject(
            """
            {"title":"Derby","start":"2026-12-01T10:00:00Z",
             "dials":{"newUsersPerMinute":600,"totalActiveUsers":5000}}""");

    EventSettings apply(String field, String value) {
      return EventSettings.fromJson(json.put(field, value));
    }

    EventSettings lanes(@Nullable String names, int weight) {
      JsonArray lanes = new JsonArray();
      for (String name : names == null ? new String[0] : names.split(",", -1)) {
        lanes.add(new JsonObject().put("name", name).put("weight", weight));
      }
      return EventSettings.fromJson(json.put("lanes", lanes));
    }
  }
}
