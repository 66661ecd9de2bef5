package dev.headgate.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.OutlierRules;
import dev.headgate.gateway.config.OutlierRules.AllOut;
import dev.headgate.gateway.config.ServerLimits;
import dev.headgate.gateway.config.Upstream;
import io.micrometer.core.instrument.Meter;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which server is asked. */
class UpstreamsTest {
  private Vertx vertx = Vertx.vertx();
  private Farm farm = new Farm(vertx);

  @BeforeEach
  void open() {
    farm = new Farm(vertx);
  }

  @AfterEach
  void close() {
    vertx.close().await();
    vertx = Vertx.vertx();
  }

  @Test
  void whatNobodyConfiguredHasNoServer() {
    assertNull(farm.shop(Farm.of(2, AllOut.REFUSE)).next("box", null));
  }

  @Test
  void aTrySaysWhereItsServerIs() {
    Upstreams plain = farm.shop(Upstream.at(URI.create("http://shop.example")));
    Try one = Objects.requireNonNull(plain.next("shop", null));
    assertEquals("shop.example:80", one.address().host() + ":" + one.address().port());
    assertTrue(!one.tls());
    Try other =
        Objects.requireNonNull(
            farm.shop(Upstream.at(URI.create("https://box.example"))).next("shop", null));
    assertEquals("box.example:443", other.address().host() + ":" + other.address().port());
    assertTrue(other.tls());
  }

  @Test
  void equalsTakeTurns() {
    Upstreams upstreams = farm.shop(Farm.of(3, AllOut.REFUSE));
    Map<Integer, Integer> asked = new HashMap<>();
    for (int i = 0; i < 300; i++) {
      Try one = Objects.requireNonNull(upstreams.next("shop", null));
      asked.merge(Farm.at(one), 1, Integer::sum);
      one.answered(200, 1);
    }
    assertEquals(Map.of(0, 100, 1, 100, 2, 100), asked);
  }

  @Test
  void theOneWithTheFewestOpenRequestsIsAsked() {
    Upstreams upstreams = farm.shop(Farm.of(3, AllOut.REFUSE));
    List<Try> open = take(upstreams, 30);
    open.stream().filter(one -> Farm.at(one) == 1).forEach(one -> one.answered(200, 1));
    for (int i = 0; i < 10; i++) {
      assertEquals(1, Farm.at(upstreams.next("shop", null)));
    }
    assertEquals(Set.of(0, 1, 2), places(take(upstreams, 3)));
  }

  @Test
  void aServerThatFailsGetsNothingMoreAndTheOthersGetItAll() {
    Upstreams upstreams = farm.shop(Farm.of(3, AllOut.REFUSE));
    Farm.putOut(upstreams, 1);
    assertEquals(Set.of(0, 2), places(take(upstreams, 100)));
    assertEquals(0, farm.gauge("headgate.upstream.up.servers", 1));
    assertEquals(1, farm.gauge("headgate.upstream.up.servers", 0));
  }

  @Test
  void oneRequestFindsOutWhetherItIsWellAgainWhileTheOthersGoWhereItIsSafe() {
    Upstreams upstreams = farm.shop(Farm.of(3, AllOut.REFUSE));
    Farm.putOut(upstreams, 1);
    farm.pass(Duration.ofSeconds(5));
    List<Try> taken = take(upstreams, 50);
    List<Try> there = taken.stream().filter(one -> Farm.at(one) == 1).toList();
    assertEquals(1, there.size());
    there.get(0).answered(200, 1);
    assertEquals(Set.of(0, 1, 2), places(take(upstreams, 50)));
  }

  @Test
  void whoNeverReachedOneServerIsSentToAnotherAndNotToOneThatMayStillBeIll() {
    Upstreams upstreams = farm.shop(Farm.of(3, AllOut.REFUSE));
    Farm.putOut(upstreams, 1);
    farm.pass(Duration.ofSeconds(5));
    Try failed = Objects.requireNonNull(upstreams.next("shop", null));
    failed.abandoned();
    for (int i = 0; i < 100; i++) {
      Try one = upstreams.next("shop", failed);
      assertNotEquals(Farm.at(failed), Farm.at(one));
      assertTrue(Farm.at(failed) == 1 || Farm.at(one) != 1);
    }
  }

  @Test
  void withNobodyElseLeftASecondTryMayBeTheOneThatFindsOut() {
    Upstreams upstreams = farm.shop(Farm.of(2, AllOut.REFUSE));
    Farm.putOut(upstreams, 1);
    Try failed = Objects.requireNonNull(upstreams.next("shop", null));
    failed.failed();
    assertEquals(0, Farm.at(failed));
    assertNull(upstreams.next("shop", failed), "the other one is not due");
    farm.pass(Duration.ofSeconds(5));
    assertEquals(1, Farm.at(upstreams.next("shop", failed)));
    assertNull(upstreams.next("shop", failed), "somebody else finds out already");
  }

  @Test
  void theOnlyServerIsTriedAgainAsLongAsItMayBe() {
    Upstreams upstreams = farm.shop(Farm.of(1, AllOut.REFUSE));
    Try failed = null;
    for (int i = 0; i < 5; i++) {
      failed = Objects.requireNonNull(upstreams.next("shop", failed), "try " + i);
      failed.failed();
    }
    assertNull(upstreams.next("shop", failed));
  }

  @Test
  void theOnlyServerIsTriedAgainWithinSecondsHoweverOftenItFails() {
    Upstreams upstreams = farm.shop(Farm.of(1, AllOut.REFUSE));
    Farm.putOut(upstreams, 0);
    for (int i = 0; i < 20; i++) {
      farm.pass(Duration.ofMillis(1_999));
      assertNull(upstreams.next("shop", null));
      farm.pass(Duration.ofMillis(1));
      Try one = Objects.requireNonNull(upstreams.next("shop", null), "round " + i);
      assertNull(upstreams.next("shop", null), "one at a time");
      one.failed();
    }
    farm.pass(Duration.ofSeconds(2));
    Objects.requireNonNull(upstreams.next("shop", null)).answered(500, 1);
    assertEquals(10, take(upstreams, 10).size());
  }

  @Test
  void withAllOutEachIsTriedAgainWithinSeconds() {
    Upstreams upstreams = farm.shop(Farm.of(3, AllOut.REFUSE));
    outAll(upstreams, 3);
    assertNull(upstreams.next("shop", null));
    farm.pass(Duration.ofSeconds(2));
    assertEquals(Set.of(0, 1, 2), places(take(upstreams, 3)));
    assertNull(upstreams.next("shop", null));
    assertEquals(2, refusals("out"));
  }

  @Test
  void withAllOutRequestsAreSentNeverthelessWhereThatIsWanted() {
    Upstreams upstreams = farm.shop(Farm.of(3, AllOut.TRY));
    outAll(upstreams, 3);
    List<Try> taken = take(upstreams, 30);
    assertEquals(Set.of(0, 1, 2), places(taken));
    taken.forEach(one -> one.answered(200, 1));
    assertEquals(0, farm.gauge("headgate.upstream.up.servers", 0), "only who finds out decides");
    farm.pass(Duration.ofSeconds(5));
    take(upstreams, 3).forEach(one -> one.answered(200, 1));
    assertEquals(1, farm.gauge("headgate.upstream.up.servers", 0));
    assertEquals(0, refusals("out"));
  }

  @Test
  void aServerHasSoManyOpenRequestsAndNoMore() {
    ServerLimits limits = new ServerLimits(2, 3);
    Upstreams upstreams = farm.shop(Farm.of(2, OutlierRules.usual(), limits));
    List<Try> taken = take(upstreams, 10);
    assertNull(upstreams.next("shop", null));
    assertNull(upstreams.next("shop", taken.get(0)));
    assertEquals(2, refusals("full"));
    assertEquals(5, farm.gauge("headgate.upstream.outstanding.requests", 0));
    taken.get(3).abandoned();
    assertEquals(Farm.at(taken.get(3)), Farm.at(upstreams.next("shop", null)));
    assertNull(upstreams.next("shop", null));
  }

  @Test
  void requestsThatHangDoNotKeepAServerFromBeingTriedAgain() {
    ServerLimits limits = new ServerLimits(5, 1);
    Upstreams upstreams = farm.shop(Farm.of(1, OutlierRules.usual(), limits));
    List<Try> taken = take(upstreams, 6);
    taken.subList(0, 5).forEach(Try::failed);
    farm.pass(Duration.ofSeconds(5));
    assertNotNull(upstreams.next("shop", null));
  }

  @Test
  void anEndThatIsSaidTwiceCountsOnce() {
    Upstreams upstreams = farm.shop(Farm.of(1, AllOut.REFUSE));
    Try one = Objects.requireNonNull(upstreams.next("shop", null));
    for (int i = 0; i < 9; i++) {
      one.failed();
      one.abandoned();
      one.answered(503, 1);
    }
    assertEquals(0, farm.gauge("headgate.upstream.outstanding.requests", 0));
    assertNotNull(upstreams.next("shop", null));
    assertEquals(1, requests("unanswered"));
    assertEquals(0, requests("abandoned") + requests("error") + requests("answered"));
  }

  @Test
  void whatBecameOfRequestsIsCounted() {
    Upstreams upstreams = farm.shop(Farm.of(1, AllOut.REFUSE));
    Objects.requireNonNull(upstreams.next("shop", null)).answered(200, 3_000_000);
    Objects.requireNonNull(upstreams.next("shop", null)).answered(500, 1_000_000);
    Objects.requireNonNull(upstreams.next("shop", null)).abandoned();
    Farm.putOut(upstreams, 0);
    assertEquals(2, requests("answered"));
    assertEquals(1, requests("abandoned"));
    assertEquals(5, requests("unanswered"));
    assertEquals(
        1,
        farm.metrics
            .get("headgate.upstream.ejections")
            .tag("cause", "consecutive")
            .counter()
            .count());
    assertEquals(2, farm.metrics.get("headgate.upstream.answer").timer().count());
  }

  @Test
  void aNewConfigurationKnowsWhatTheOldOneHasFoundOut() {
    Upstream before = Farm.of(3, AllOut.REFUSE);
    Upstreams old = farm.shop(before);
    Farm.putOut(old, 1);
    Try hanging = hangingAt(old, 2);
    List<URI> origins = new ArrayList<>(Farm.origins(4));
    origins.remove(0);
    Upstream after =
        new Upstream(origins, null, null, Farm.rules(AllOut.TRY), new ServerLimits(9, 9));
    Upstreams next = Upstreams.replacing(old, farm.parts(Map.of("shop", after)));
    old.close().await();

    assertEquals(Set.of(2, 3), places(take(next, 10)), "one is still out");
    assertTrue(farm.gauge("headgate.upstream.outstanding.requests", 2) >= 1);
    double open = farm.gauge("headgate.upstream.outstanding.requests", 2);
    hanging.answered(200, 1);
    assertEquals(open - 1, farm.gauge("headgate.upstream.outstanding.requests", 2));
    farm.pass(Duration.ofSeconds(5));
    assertEquals(1, Farm.at(next.next("shop", null)), "and is due when it was");
    assertEquals(
        Set.of("127.0.0.1:9001", "127.0.0.1:9002", "127.0.0.1:9003"), shown(), "and only they");
  }

  @Test
  void aTryOfTheOldConfigurationIsKnownToTheNew() {
    Upstreams old = farm.shop(Farm.of(2, AllOut.REFUSE));
    Upstreams next =
        Upstreams.replacing(old, farm.parts(Map.of("shop", Farm.of(2, AllOut.REFUSE))));
    Try failed = Objects.requireNonNull(old.next("shop", null));
    failed.failed();
    for (int i = 0; i < 10; i++) {
      assertEquals(1 - Farm.at(failed), Farm.at(next.next("shop", failed)));
    }
  }

  @Test
  void whatIsClosedIsShownNoMore() {
    Upstreams upstreams = farm.shop(Farm.of(2, AllOut.REFUSE));
    Try open = Objects.requireNonNull(upstreams.next("shop", null));
    upstreams.close().await();
    assertEquals(Set.of(), shown());
    open.answered(200, 1);
  }

  private Set<String> shown() {
    Set<String> servers = new TreeSet<>();
    for (Meter gauge : farm.metrics.find("headgate.upstream.up.servers").meters()) {
      servers.add(String.valueOf(gauge.getId().getTag("server")));
    }
    return servers;
  }

  private double refusals(String reason) {
    return farm.metrics.get("headgate.upstream.refusals").tag("reason", reason).counter().count();
  }

  private double requests(String outcome) {
    return farm.metrics.get("headgate.upstream.requests").tag("outcome", outcome).counter().count();
  }

  private static void outAll(Upstreams upstreams, int servers) {
    for (int i = 0; i < servers * 5; i++) {
      Objects.requireNonNull(upstreams.next("shop", null)).failed();
    }
  }

  private static Try hangingAt(Upstreams upstreams, int server) {
    for (; ; ) {
      Try one = Objects.requireNonNull(upstreams.next("shop", null));
      if (Farm.at(one) == server) {
        return one;
      }
      one.abandoned();
    }
  }

  private static List<Try> take(Upstreams upstreams, int count) {
    List<Try> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(Objects.requireNonNull(upstreams.next("shop", null), "take " + i));
    }
    return taken;
  }

  private static Set<Integer> places(List<Try> tries) {
    Set<Integer> places = new TreeSet<>();
    tries.forEach(one -> places.add(Farm.at(one)));
    return places;
  }
}
