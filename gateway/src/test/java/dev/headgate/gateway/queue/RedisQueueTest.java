package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static dev.headgate.gateway.queue.QueueHarness.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.QueueHarness.Loop;
import dev.headgate.policy.order.Lottery;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The queue's rules, on a real Redis. */
final class RedisQueueTest extends OneGatewayOnRedis {

  private void create(EventSettings settings) {
    assertEquals(1, version(await(events.create(DERBY, settings))));
  }

  private QueuePosition at(int position) {
    return new QueuePosition(DERBY, await(events.view(DERBY)).epoch(), 0, position);
  }

  private ClaimAnswer claim(int position) {
    QueuePosition at = at(position);
    return loop.get(queue -> queue.claim(at));
  }

  private List<ClaimAnswer> claimAtOnce(int from, int to) {
    long epoch = await(events.view(DERBY)).epoch();
    List<Future<ClaimAnswer>> claims = new ArrayList<>();
    for (int position = from; position < to; position++) {
      QueuePosition at = new QueuePosition(DERBY, epoch, 0, position);
      claims.add(loop.on(queue -> queue.claim(at)));
    }
    return claims.stream().map(QueueHarness::await).toList();
  }

  private static long admitted(List<ClaimAnswer> answers) {
    return answers.stream().filter(ClaimAnswer.Admitted.class::isInstance).count();
  }

  @Test
  void anUnknownEventIsNobodys() {
    assertThrows(UnknownEventException.class, () -> await(events.view("nothing")));
    assertThrows(
        UnknownEventException.class, () -> loop.<JoinAnswer>get(queue -> queue.join("nothing")));
    assertNull(events.fresh("nothing"));
    assertEquals(List.of(), await(events.list()));
  }

  @Test
  void anEventIsCreatedOnceAndListed() {
    create(settings(LATER, 600, 5000));
    assertEquals(new ChangeAnswer.Exists(), await(events.create(DERBY, settings(LATER, 1, 1))));
    EventView view = await(events.view(DERBY));
    assertEquals(List.of(DERBY), await(events.list()));
    assertEquals(600, view.settings().dials().newUsersPerMinute());
    assertEquals(Phase.WAITING, view.phase());
    assertEquals(
        Seeds.commitment(Seeds.derive(QueueHarness.DRAW_KEY, DERBY, view.epoch())),
        view.commitment());
    assertNull(view.seed());
  }

  @Test
  void numbersAreHandedOutOnceAndInOrderToAnyNumberOfLoopsAndGateways() {
    create(settings(LATER, 600, 5000));
    Loop second = harness.loop(harness.gateway("two"));
    List<Future<JoinAnswer>> joins = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      joins.add((i % 2 == 0 ? loop : second).on(queue -> queue.join(DERBY)));
    }
    Set<Integer> numbers = new HashSet<>();
    joins.forEach(one -> numbers.add(((JoinAnswer.Joined) await(one)).arrival()));
    assertEquals(5_000, numbers.size());
    assertEquals(4_999, numbers.stream().mapToInt(n -> n).max().orElseThrow());
    assertEquals(5_000, join(loop, DERBY));
    assertEquals(5_001, join(second, DERBY));
  }

  @Test
  void nobodyJoinsBeforeItOpensNorAfterItCloses() {
    Instant now = Instant.now();
    EventSettings base = settings(LATER, 600, 5000);
    create(EventSettings.fromJson(base.toJson().put("opensAt", now.plusSeconds(600).toString())));
    assertInstanceOf(JoinAnswer.NotOpen.class, loop.<JoinAnswer>get(queue -> queue.join(DERBY)));
    assertEquals(Phase.SCHEDULED, await(events.view(DERBY)).phase());

    EventSettings over = settings(Duration.ofHours(-2), 600, 5000);
    await(
        events.create(
            "old",
            EventSettings.fromJson(
                over.toJson().put("closesAt", now.minusSeconds(60).toString()))));
    assertInstanceOf(JoinAnswer.Ended.class, loop.<JoinAnswer>get(queue -> queue.join("old")));
    assertEquals(Phase.ENDED, await(events.view("old")).phase());
  }

  @Test
  void aFullQueueTakesNobodyMore() {
    EventSettings small =
        EventSettings.fromJson(settings(LATER, 600, 5000).toJson().put("maxPlaces", 3));
    create(small);
    for (int i = 0; i < 3; i++) {
      assertEquals(i, join(loop, DERBY));
    }
    assertInstanceOf(JoinAnswer.QueueFull.class, loop.<JoinAnswer>get(queue -> queue.join(DERBY)));
  }

  @Test
  void aBlockThatIsUsedUpMakesJoinsWaitForTheNextOneButLosesNone() {
    EventSettings small =
        EventSettings.fromJson(settings(LATER, 600, 5000).toJson().put("maxPlaces", 6_400));
    create(small);
    List<Future<JoinAnswer>> joins = new ArrayList<>();
    for (int i = 0; i < 180; i++) {
      joins.add(loop.on(queue -> queue.join(DERBY)));
    }
    Set<Integer> numbers = new HashSet<>();
    joins.forEach(one -> numbers.add(((JoinAnswer.Joined) await(one)).arrival()));
    assertEquals(180, numbers.size());
  }

  @Test
  void theFirstCallAtOrAfterTheStartFreezesTheDraw() {
    EventSettings later = settings(LATER, 600, 5000);
    create(later);
    for (int i = 0; i < 100; i++) {
      assertEquals(i, join(loop, DERBY));
    }
    EventSettings due =
        EventSettings.fromJson(later.toJson().put("start", Instant.now().toString()));
    assertEquals(2, version(await(events.replace(DERBY, due, 1))));
    EventView drawn = until(events, DERBY, view -> view.positionOf(0, 0).isPresent());
    assertEquals(100, drawn.entrants().orElseThrow());
    assertFalse(
        Objects.requireNonNull(drawn.drawnAt()).isBefore(drawn.settings().start().instant()));
    byte[] seed = Seeds.derive(QueueHarness.DRAW_KEY, DERBY, drawn.epoch());
    int[] order = Lottery.order(DERBY, seed, new byte[0], 100);
    for (int position = 0; position < 100; position++) {
      assertEquals(position, drawn.positionOf(0, order[position]).orElseThrow());
    }
    assertEquals(100, drawn.positionOf(0, join(loop, DERBY)).orElseThrow());
  }

  @Test
  void aJoinAfterTheStartIsNotInTheDrawEvenIfNoTickCameBetween() {
    create(settings(STARTED, 600, 5000));
    assertEquals(0, join(loop, DERBY));
    assertEquals(
        0, until(events, DERBY, view -> view.entrants().isPresent()).entrants().getAsInt());
  }

  @Test
  void theCallThatDrawsAlreadySaysWhenItDrew() {
    EventSettings started = settings(STARTED, 600, 5000);
    create(started);
    // Nobody asked before: the script of this very view is the one that draws.
    EventView drawing = await(events.view(DERBY));
    assertEquals(0, drawing.entrants().orElseThrow());
    assertFalse(Objects.requireNonNull(drawing.drawnAt()).isBefore(started.start().instant()));
  }

  @Test
  void positionsAreCalledInOrderAndOnlyThoseMayComeIn() {
    create(settings(STARTED, 600, 5000));
    for (int i = 0; i < 500; i++) {
      assertEquals(i, join(loop, DERBY));
    }
    EventView view = until(events, DERBY, seen -> seen.cutoff() > 0);
    assertInstanceOf(ClaimAnswer.NotYourTurn.class, claim(499));
    ClaimAnswer.Admitted in = (ClaimAnswer.Admitted) claim(0);
    assertTrue(in.created());
    assertEquals(600, in.expiresSeconds() - in.startSeconds());
    ClaimAnswer.Admitted again = (ClaimAnswer.Admitted) claim(0);
    assertFalse(again.created());
    assertEquals(in.startSeconds(), again.startSeconds());
    QueuePosition first = at(0);
    assertEquals(Standing.State.ADMITTED, loop.get(queue -> queue.look(view, first)).state());
    QueuePosition last = at(499);
    assertEquals(Standing.WAITING, loop.get(queue -> queue.look(view, last)));
  }

  @Test
  void aTicketOfAnEarlierLifeIsReset() {
    create(settings(STARTED, 600, 5000));
    QueuePosition old = new QueuePosition(DERBY, 1, 0, 0);
    assertInstanceOf(
        ClaimAnswer.QueueReset.class, loop.<ClaimAnswer>get(queue -> queue.claim(old)));
  }

  @Test
  void theDialHoldsAgainstEverybodyAtOnceAndTheDoorKeepsTheOrder() {
    create(settings(STARTED, 60, 5000));
    for (int i = 0; i < 200; i++) {
      join(loop, DERBY);
    }
    // Let everyone be called, as if the policy had lost its mind: the script must hold alone.
    until(events, DERBY, view -> view.positionOf(0, 0).isPresent());
    // A script that Redis has yet to learn is sent twice, and those in flight may swap.
    assertInstanceOf(ClaimAnswer.NotYourTurn.class, claim(199));
    harness.redis(Command.HSET, "hg:{derby}", "cutoff", "200");
    List<ClaimAnswer> answers = claimAtOnce(0, 200);
    assertTrue(admitted(answers) >= 1 && admitted(answers) <= 60, "" + admitted(answers));
    for (int i = 1; i < 200; i++) {
      boolean inside = answers.get(i) instanceof ClaimAnswer.Admitted;
      boolean before = answers.get(i - 1) instanceof ClaimAnswer.Admitted;
      assertTrue(before || !inside, "position " + i + " overtook one before it");
    }
    assertTrue(
        answers.stream()
            .allMatch(
                one ->
                    one instanceof ClaimAnswer.Admitted
                        || one instanceof ClaimAnswer.MomentPlease));
    // Hammering from behind wins nothing while somebody before stands at the door.
    for (int i = 0; i < 50; i++) {
      assertInstanceOf(ClaimAnswer.MomentPlease.class, claim(199));
    }
    EventView view = until(events, DERBY, seen -> seen.door() > 0);
    assertEquals(200 - view.admittedLastMinute(), view.door());
  }

  @Test
  void neverMoreInsideThanTheCap() {
    create(settings(STARTED, 1_000_000, 7));
    for (int i = 0; i < 50; i++) {
      join(loop, DERBY);
    }
    until(events, DERBY, view -> view.positionOf(0, 0).isPresent());
    harness.redis(Command.HSET, "hg:{derby}", "cutoff", "50");
    assertEquals(7, admitted(claimAtOnce(0, 50)));
    QueuePosition leaving = at(3);
    await(loop.on(queue -> queue.release(leaving)));
    assertInstanceOf(ClaimAnswer.TurnOver.class, claim(3));
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(7));
    assertInstanceOf(ClaimAnswer.MomentPlease.class, claim(8));
    EventView view = until(events, DERBY, seen -> seen.isEnded(0, 3));
    assertFalse(view.isEnded(0, 4));
  }

  @Test
  void twoHundredClaimsOfOnePlaceAreOneSession() {
    create(settings(STARTED, 600, 5000));
    join(loop, DERBY);
    until(events, DERBY, view -> view.cutoff() > 0);
    Loop other = harness.loop(harness.gateway("two"));
    QueuePosition mine = at(0);
    List<Future<ClaimAnswer>> claims = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      claims.add((i % 2 == 0 ? loop : other).on(queue -> queue.claim(mine)));
    }
    List<ClaimAnswer.Admitted> answers =
        claims.stream().map(one -> (ClaimAnswer.Admitted) await(one)).toList();
    assertEquals(1, answers.stream().filter(ClaimAnswer.Admitted::created).count());
    assertEquals(1, answers.stream().map(ClaimAnswer.Admitted::startSeconds).distinct().count());
    assertEquals(1, until(events, DERBY, view -> view.active() > 0).active());
  }

  @Test
  void aPauseLetsNobodyInAndItsEndLetsThemIn() {
    create(settings(STARTED, 600, 5000));
    for (int i = 0; i < 5; i++) {
      join(loop, DERBY);
    }
    until(events, DERBY, view -> view.cutoff() == 5);
    await(events.pause(DERBY, "a short break"));
    assertInstanceOf(ClaimAnswer.MomentPlease.class, claim(0));
    EventView paused = await(events.view(DERBY));
    assertEquals(Phase.PAUSED, paused.phase());
    assertEquals("a short break", paused.pauseReason());
    assertEquals(Reason.only("a short break"), paused.pauseReasons());
    List<Reason> both = List.of(new Reason("[rain]", "en"), new Reason("Regen \"…\"", "de"));
    await(events.pauseSaying(DERBY, both));
    assertEquals("[rain]", await(events.view(DERBY)).pauseReason());
    assertEquals(both, await(events.view(DERBY)).pauseReasons());
    QueuePosition second = at(1);
    assertNull(loop.get(queue -> queue.look(paused, second)).turnEndsAt());
    await(events.resume(DERBY));
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(0));
    assertNull(await(events.view(DERBY)).pauseReason());
    assertEquals(List.of(), await(events.view(DERBY)).pauseReasons());
  }

  @Test
  void aDialAtZeroIsAPauseAndSettingsChangeOnlyFromTheirLastVersion() {
    EventSettings settings = settings(STARTED, 600, 5000);
    create(settings);
    join(loop, DERBY);
    until(events, DERBY, view -> view.cutoff() == 1);
    EventSettings zero = changed(settings, 0);
    assertEquals(2, version(await(events.replace(DERBY, zero, 1))));
    assertEquals(new ChangeAnswer.Stale(2), await(events.replace(DERBY, settings, 1)));
    assertInstanceOf(ClaimAnswer.MomentPlease.class, claim(0));
    assertTrue(await(events.view(DERBY)).halted());
    assertEquals("newUsersPerMinute is 0", await(events.view(DERBY)).limit());
    assertEquals(3, version(await(events.replace(DERBY, settings, 2))));
    assertInstanceOf(ClaimAnswer.Admitted.class, claim(0));
  }

  @Test
  void theStartCannotBeMovedOnceDrawn() {
    EventSettings settings = settings(STARTED, 600, 5000);
    create(settings);
    until(events, DERBY, view -> view.entrants().isPresent());
    EventSettings moved =
        EventSettings.fromJson(
            settings.toJson().put("start", Instant.now().plusSeconds(60).toString()));
    assertInstanceOf(ChangeAnswer.Refused.class, await(events.replace(DERBY, moved, 1)));
  }

  @Test
  void aMessageAndAChangeReachTheOtherGateway() {
    create(settings(LATER, 600, 5000));
    Events other = harness.gateway("two");
    await(other.view(DERBY));
    await(events.message(DERBY, new Message("Doors at ten", "en", Instant.EPOCH)));
    EventView seen = until(other, DERBY, view -> view.message() != null);
    assertEquals("Doors at ten", Objects.requireNonNull(seen.message()).text());
    await(events.silence(DERBY, null));
    until(other, DERBY, view -> view.message() == null);
  }

  @Test
  void eachLanguageHasItsMessageAndTheFirstOneStaysTheFirst() {
    create(settings(LATER, 600, 5000));
    for (String told : List.of("en:Soon", "de:Bald", "EN:Very soon", "pt-BR:Em breve ☂")) {
      String[] part = told.split(":", 2);
      await(events.message(DERBY, new Message(part[1], part[0], Instant.EPOCH)));
    }
    assertMessages("Very soon", "Bald", "Em breve ☂");
    await(events.silence(DERBY, "De"));
    await(events.silence(DERBY, "fr"));
    assertMessages("Very soon", "Em breve ☂");
    await(events.silence(DERBY, "en"));
    await(events.silence(DERBY, "pt-br"));
    assertMessages();
  }

  @Test
  void messagesAreBoundedInNumberAndNoneIsLostByThat() {
    create(settings(LATER, 600, 5000));
    String longest = "ゆ".repeat(1_000);
    for (int i = 0; i < 20; i++) {
      await(events.message(DERBY, new Message(longest, "x" + (char) ('a' + i), Instant.EPOCH)));
    }
    Message oneMore = new Message("Too many", "de", Instant.EPOCH);
    assertInstanceOf(ChangeAnswer.Refused.class, await(events.message(DERBY, oneMore)));
    await(events.message(DERBY, new Message("Shorter", "xa", Instant.EPOCH)));
    List<Message> all = await(events.view(DERBY)).messages();
    assertEquals(20, all.size());
    assertEquals("Shorter", all.get(0).text());
    assertEquals(longest, all.get(19).text());
  }

  private void assertMessages(String... texts) {
    assertEquals(
        List.of(texts), await(events.view(DERBY)).messages().stream().map(Message::text).toList());
  }

  @Test
  void aSessionIsRenewedButNotPastItsLongestLength() {
    EventSettings settings = settings(STARTED, 600, 5000);
    create(settings);
    join(loop, DERBY);
    until(events, DERBY, view -> view.cutoff() == 1);
    ClaimAnswer.Admitted in = (ClaimAnswer.Admitted) claim(0);
    QueuePosition mine = at(0);
    // As if 25 of the 30 minutes had gone: the start moves back, the end stays.
    long start = in.startSeconds() - 1_500;
    harness.redis(Command.ZADD, "hg:{derby}:started", Long.toString(start), "0.0");
    RenewAnswer.Renewed renewed =
        (RenewAnswer.Renewed) loop.<RenewAnswer>get(queue -> queue.renew(mine));
    assertEquals(start, renewed.startSeconds());
    assertTrue(
        renewed.expiresSeconds() <= start + 1_800
            || renewed.expiresSeconds() == in.expiresSeconds());
    await(loop.on(queue -> queue.release(mine)));
    assertInstanceOf(RenewAnswer.Gone.class, loop.<RenewAnswer>get(queue -> queue.renew(mine)));
  }

  @Test
  void aTurnThatRanOutIsOver() {
    EventSettings settings = settings(STARTED, 600, 5000);
    create(
        EventSettings.fromJson(
            settings
                .toJson()
                .put(
                    "dials", settings.toJson().getJsonObject("dials").put("turnWindow", "PT10S"))));
    join(loop, DERBY);
    until(events, DERBY, view -> view.cutoff() == 1);
    // As if the call had been made long ago.
    harness.redis(Command.DEL, "hg:{derby}:calls");
    harness.redis(Command.ZADD, "hg:{derby}:calls", "1", "1:0:10000:1");
    QueuePosition mine = at(0);
    QueueHarness.until(
        events,
        DERBY,
        view -> loop.get(queue -> queue.look(view, mine)).state() == Standing.State.OVER);
    assertInstanceOf(ClaimAnswer.TurnOver.class, claim(0));
    until(events, DERBY, view -> view.noShowShare() == 1.0);
  }

  @Test
  void anEmptiedRedisIsRestoredFromTheStateFolderAndNoNumberIsGivenTwice() {
    create(settings(STARTED, 600, 5000));
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      given.add(join(loop, DERBY));
    }
    until(events, DERBY, view -> view.cutoff() > 0);
    long epoch = await(events.view(DERBY)).epoch();
    harness.redis.restartEmpty();
    QueueHarness.until(events, DERBY, EventView::restoring);
    QueueHarness.Loop again = harness.loop(events);
    assertInstanceOf(JoinAnswer.Restoring.class, again.<JoinAnswer>get(queue -> queue.join(DERBY)));
    EventView restored = until(events, DERBY, view -> !view.restoring());
    assertEquals(epoch, restored.epoch());
    assertEquals(0, restored.entrants().orElseThrow());
    assertTrue(restored.cutoff() > 0);
    assertEquals(new Gap(300, restored.arrivals()), restored.gaps().get(0));
    for (int i = 0; i < 300; i++) {
      assertTrue(given.add(join(again, DERBY)), "given twice");
    }
    assertEquals(List.of(DERBY), await(events.list()));
    // Those behind the gap are reached without calling through all of its numbers.
    until(events, DERBY, view -> view.cutoff() > view.gaps().get(0).to());
  }

  @Test
  void aGatewayThatStartsWithItsStateBeforeAnEmptyRedisRestoresToo() {
    create(settings(LATER, 600, 5000));
    for (int i = 0; i < 10; i++) {
      join(loop, DERBY);
    }
    until(events, DERBY, view -> view.arrivals() == 10);
    String commitment = await(events.view(DERBY)).commitment();
    await(events.close());
    harness.redis(Command.FLUSHALL);
    Events next = harness.gateway("one");
    assertTrue(await(next.view(DERBY)).restoring());
    EventView restored = until(next, DERBY, view -> !view.restoring());
    assertEquals(commitment, restored.commitment());
    assertTrue(restored.arrivals() > 10);
  }

  @Test
  void scriptsThatRedisForgotAreTaughtAgain() {
    create(settings(LATER, 600, 5000));
    assertEquals(0, join(loop, DERBY));
    harness.redis(Command.SCRIPT, "FLUSH");
    assertEquals(1, join(loop, DERBY));
    await(events.probe());
  }

  private static EventSettings changed(EventSettings settings, int perMinute) {
    var json = settings.toJson();
    json.getJsonObject("dials").put("newUsersPerMinute", perMinute);
    return EventSettings.fromJson(json);
  }
}
