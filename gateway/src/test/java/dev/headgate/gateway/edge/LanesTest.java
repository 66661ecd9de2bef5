package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Lane;
import dev.headgate.gateway.queue.ClaimAnswer;
import dev.headgate.gateway.queue.Entry;
import dev.headgate.gateway.queue.JoinAnswer;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.queue.Standing;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LanesTest extends EdgeFixture {

  private static final String PLACES = "/queue/derby/places";
  private static final String JSON = "Content-Type: application/json";
  private static final String ANNAS = ReadableEntries.entry(1, "anna");
  private static final String ANNAS_TICKET =
      "hgp1.derby." + ScriptedView.EPOCH + ".70.1.holder-of-anna";

  @BeforeEach
  void lanes() {
    view.lanes = List.of(new Lane("members", 3), new Lane("press", 1));
    view.laneViews = List.of(lane(0, "general", 10), lane(1, "members", 65), lane(2, "press", 0));
    queue.join = Future.succeededFuture(new JoinAnswer.Joined(ScriptedView.EPOCH, 1, 70, false));
  }

  static LaneView lane(int number, String name, int cutoff) {
    String drawId = number == 0 ? "derby" : "derby/lane/" + number;
    return new LaneView(
        number,
        name,
        1,
        100,
        OptionalInt.of(50),
        cutoff,
        100 - cutoff,
        List.of(),
        drawId,
        "c0ffee0" + number,
        "5eed0" + number);
  }

  private Answer joinWith(String entry, String... headers) {
    String[] all = new String[headers.length + 1];
    System.arraycopy(headers, 0, all, 0, headers.length);
    all[headers.length] = JSON;
    return send("POST", PLACES, new JsonObject().put("entry", entry).encode(), all);
  }

  @Test
  void whoHoldsAnEntryJoinsItsLaneAndStandsInThatOne() {
    Answer answer = joinWith(ANNAS);
    assertEquals(201, answer.status(), answer.body());
    JsonObject place = answer.json();
    assertEquals(ANNAS_TICKET, place.getString("ticket"));
    assertEquals(1, place.getInteger("lane"));
    assertEquals(70, place.getInteger("position"));
    assertEquals(5, place.getInteger("ahead"));
    assertTrue(answer.header("set-cookie").startsWith("hg_place_derby=" + ANNAS_TICKET + ";"));
    assertEquals(List.of(new Entry(1, "anna")), queue.entries);
    assertEquals(List.of(), queue.joins);
  }

  @Test
  void whoHoldsNoneStandsInTheGeneralLane() {
    queue.join = Future.succeededFuture(new JoinAnswer.Joined(ScriptedView.EPOCH, 0, 70, false));
    JsonObject place = post(PLACES).json();
    assertEquals(0, place.getInteger("lane"));
    assertEquals(60, place.getInteger("ahead"));
    assertEquals(List.of(), queue.entries);
  }

  @Test
  void whereThereIsOneLaneOnlyItIsNotSpokenOf() {
    view.lanes = List.of();
    assertFalse(post(PLACES).json().containsKey("lane"));
  }

  @Test
  void anEntryMayComeInAForm() {
    Answer answer =
        send("POST", PLACES, "entry=" + ANNAS, "Content-Type: application/x-www-form-urlencoded");
    assertEquals(303, answer.status());
    assertTrue(answer.header("set-cookie").startsWith("hg_place_derby=" + ANNAS_TICKET));
  }

  @Test
  void aFormMayBringItInItsAddressAsTheLinkDid() {
    Answer answer =
        post(PLACES + "?entry=" + ANNAS, "Content-Type: application/x-www-form-urlencoded");
    assertEquals(303, answer.status());
    assertTrue(answer.header("set-cookie").startsWith("hg_place_derby=" + ANNAS_TICKET));
  }

  @Test
  void whoSharesAnEntrySharesAPlace() {
    JsonObject first = joinWith(ANNAS).json();
    JsonObject second = joinWith(ANNAS).json();
    assertEquals(first.getString("ticket"), second.getString("ticket"));
    assertEquals(first.getInteger("position"), second.getInteger("position"));
    assertEquals(List.of(new Entry(1, "anna"), new Entry(1, "anna")), queue.entries);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "hge1.cup.1.anna.0",
        "hge1.derby.0.anna.0",
        "hge1.derby.3.anna.0",
        "hge1.derby.1.anna.1796119260",
      })
  void anEntryThatIsBadOrExpiredOrForNoLaneOfTheEventIsRefusedAlike(String entry) {
    Answer answer = joinWith(entry);
    assertEquals(403, answer.status());
    assertEquals("entry-invalid", answer.problem());
    assertEquals(joinWith("another").body(), answer.body(), "and the answer says no more");
    assertEquals(List.of(), queue.entries);
    assertEquals(2, meters.counter("headgate.joins", "outcome", "refused").count());
  }

  @Test
  void anEntryIsGoodUntilItsSecond() {
    assertEquals(201, joinWith("hge1.derby.1.anna.1796119261").status());
  }

  @Test
  void aLivePlaceWinsOverAnEntry() {
    Answer answer = joinWith(ANNAS, cookie(90));
    assertEquals(200, answer.status());
    assertEquals(90, answer.json().getInteger("arrival"));
    assertEquals(List.of(), queue.entries);
  }

  @Test
  void whosePlaceIsOverMayComeWithAnEntry() {
    queue.standing = position -> Future.succeededFuture(new Standing(Standing.State.OVER, null));
    assertEquals(70, joinWith(ANNAS, cookie(90)).json().getInteger("arrival"));
  }

  @Test
  void thePlaceOfAnEntryIsShownAsItStandsEvenIfItWasTakenUpLongAgo() {
    queue.join = Future.succeededFuture(new JoinAnswer.Joined(ScriptedView.EPOCH, 1, 60, true));
    for (Standing.State state : Standing.State.values()) {
      queue.standing = position -> Future.succeededFuture(new Standing(state, null));
      String told = joinWith(ANNAS).json().getString("state");
      // A view that says waiting is older than the call.
      assertEquals(state == Standing.State.WAITING ? "called" : word(state), told);
    }
  }

  private static String word(Standing.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  @Test
  void theTurnIsTakenInTheLaneOfTheTicket() {
    queue.claim = Future.succeededFuture(new ClaimAnswer.Admitted(1, 601, true));
    Answer answer = post("/queue/derby/admissions", "Headgate-Place: " + ANNAS_TICKET);
    assertEquals(201, answer.status());
    assertEquals(List.of(new QueuePosition("derby", ScriptedView.EPOCH, 1, 70)), queue.claims);
    assertEquals(ScriptedView.EPOCH + ".1.70.mac", answer.json().getString("sessionId"));
  }

  @Test
  void whileTheStoreComesBackAnEntryIsNotSpent() {
    view.restoring = true;
    assertEquals("restoring", joinWith(ANNAS).problem());
    assertEquals(List.of(), queue.entries);
  }
}
