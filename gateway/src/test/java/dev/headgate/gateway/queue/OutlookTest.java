package dev.headgate.gateway.queue;

import static dev.headgate.gateway.queue.QueueHarness.await;
import static dev.headgate.gateway.queue.QueueHarness.join;
import static dev.headgate.gateway.queue.QueueHarness.settings;
import static dev.headgate.gateway.queue.QueueHarness.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.queue.BackendReport.Load;
import dev.headgate.policy.estimate.Forecast;
import dev.headgate.policy.estimate.Forecast.Binding;
import dev.headgate.policy.estimate.Leap;
import dev.headgate.policy.estimate.Outlook;
import dev.headgate.policy.estimate.Outlook.State;
import dev.headgate.policy.estimate.Throughput;
import dev.headgate.policy.pace.Ramp;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What forecasts start from, read from a real Redis. */
final class OutlookTest extends OneGatewayOnRedis {

  private static Outlook with(EventView view, String dials) {
    return view.outlook(view.settings().dials().patched(new JsonObject(dials)), Throughput.UNKNOWN);
  }

  private EventSettings slow(int perMinute) {
    JsonObject json = settings(STARTED, perMinute, 5_000).toJson().put("slowStart", "PT10M");
    return EventSettings.fromJson(json);
  }

  @Test
  void beforeTheStartItIsKnownWhenThatIsAndWhoJoinsUntilThenIsAmongThoseWhoWait() {
    await(events.create(DERBY, settings(LATER, 600, 5_000)));
    for (int i = 0; i < 7; i++) {
      join(loop, DERBY);
    }
    EventView view = until(events, DERBY, known -> known.waiting() == 7);
    Outlook outlook = with(view, "{}");
    assertEquals(State.RUNNING, outlook.state());
    assertFalse(outlook.clock().drawn());
    assertNotNull(view.onSaleAt());
    assertEquals(view.onSaleAt().toEpochMilli(), outlook.clock().startMillis());
    assertTrue(outlook.line().mixed());
    assertEquals(7, outlook.line().waiting());
    // Who joined in a second joins for an hour, in a forecast: more than find room inside.
    Forecast forecast = Forecast.of(with(view, "{\"totalActiveUsers\":10000000}"));
    assertNotNull(forecast.waitingInAt());
    assertTrue(forecast.waitingInAt().isAfter(view.onSaleAt()), forecast::sentence);
    assertEquals(600, forecast.effectivePerMinute());
  }

  @Test
  void aPauseAndTheDialZeroAreToldApartAndADialAboveZeroIsForeseenToRun() {
    await(events.create(DERBY, settings(STARTED, 600, 5_000)));
    until(events, DERBY, view -> view.phase() == Phase.ON_SALE);
    await(events.pause(DERBY, "slow payments"));
    EventView paused = until(events, DERBY, EventView::halted);
    assertEquals(Binding.PAUSED, Forecast.of(with(paused, "{}")).binding());
    assertEquals(
        Binding.PAUSED, Forecast.of(with(paused, "{\"newUsersPerMinute\":900}")).binding());
    await(events.resume(DERBY));
    EventView running = until(events, DERBY, view -> !view.halted());
    assertEquals(Binding.DIAL, Forecast.of(with(running, "{\"newUsersPerMinute\":0}")).binding());
    Dials none = running.settings().dials().patched(new JsonObject("{\"newUsersPerMinute\":0}"));
    await(events.replace(DERBY, running.settings().withDials(none), running.version()));
    EventView halted = until(events, DERBY, EventView::halted);
    assertEquals(Binding.DIAL, Forecast.of(with(halted, "{}")).binding());
    Forecast raised = Forecast.of(with(halted, "{\"newUsersPerMinute\":900}"));
    assertEquals(Binding.NOBODY_WAITS, raised.binding());
    assertEquals(900, raised.effectivePerMinute());
  }

  @Test
  void aSlowStartGoesOnAsItIsAndBeginsAnewWhereTheDialChanges() {
    await(events.create(DERBY, slow(6_000)));
    EventView view = until(events, DERBY, known -> known.phase() == Phase.ON_SALE);
    Ramp now = with(view, "{}").rate().ramp();
    assertEquals(600_000, now.lengthMillis());
    assertEquals(0, now.basePerMinute());
    Outlook raised = with(view, "{\"newUsersPerMinute\":12000}");
    assertTrue(raised.rate().ramp().fromMillis() >= now.fromMillis());
    // From where the rate has come to by now, a few seconds after the start.
    int base = raised.rate().ramp().basePerMinute();
    assertTrue(base > 0 && base < 6_000, base + " a minute");
    Outlook lowered = with(view, "{\"newUsersPerMinute\":1}");
    assertEquals(1, lowered.rate().perMinute(lowered.clock().nowMillis()));
  }

  @Test
  void seatsAreThoseTheShopSaysAndTheThrottleSparesTheLastOnes() {
    harness.report = report(40, 3, 20);
    await(events.create(DERBY, settings(STARTED, 600, 5_000)));
    EventView view = until(events, DERBY, known -> known.remaining() != null);
    Outlook off = with(view, "{}");
    assertEquals(40L, off.seats().free());
    assertFalse(off.seats().spared());
    assertEquals(600, Forecast.of(off).effectivePerMinute());
    Outlook auto = with(view, "{\"throttle\":\"auto\"}");
    assertTrue(auto.seats().spared());
    assertEquals(80, Forecast.of(auto).effectivePerMinute(), "two fans a minute for each seat");
    assertNull(auto.seats().perFan());
  }

  @Test
  void howTheShopDoesIsSaidAsAShareOfItsLimits() {
    harness.report = report(40, 3, 45);
    await(events.create(DERBY, settings(STARTED, 600, 5_000)));
    EventView view = until(events, DERBY, known -> known.backend() != null);
    Leap.Shop shop = view.shopLoad();
    assertEquals(0.5, shop.poolUsed(), 0.001, "45 of 90 per cent");
    assertEquals(0.5, shop.used(), 0.001);
    assertEquals(0, shop.tooMuchPerMinute());
  }

  private static BackendReport report(int free, int pending, int poolPercent) {
    Load load = new Load(100, 0, poolPercent, new Remaining(free, pending));
    return new BackendReport(List.of(), 0, 0, load);
  }

  @Test
  void modesInWhichTheDialsDoNotBindSaySo() {
    for (String mode : List.of("reject", "passthrough")) {
      String event = "cup-" + mode;
      JsonObject json = settings(STARTED, 600, 5_000).toJson().put("mode", mode);
      await(events.create(event, EventSettings.fromJson(json)));
      EventView view = await(events.view(event));
      assertEquals(Binding.MODE, Forecast.of(with(view, "{}")).binding(), mode);
    }
    await(events.create(DERBY, settings(STARTED, 600, 5_000)));
    await(events.end(DERBY));
    EventView ended = until(events, DERBY, view -> view.phase() == Phase.ENDED);
    assertEquals(Binding.ENDED, Forecast.of(with(ended, "{}")).binding());
  }
}
