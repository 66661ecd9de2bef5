package dev.headgate.quickstart;

import java.net.URI;

/**
 * Where the demo answers.
 *
 * @param eventId the event's id
 * @param fans the gateway's origin
 * @param operators the operator API's origin
 * @param shop the shop's origin, beside the gateway
 * @param shopInternal the shop's internal port
 */
record DemoAddresses(String eventId, URI fans, URI operators, URI shop, int shopInternal) {
  /**
   * Chooses the ports.
   *
   * @throws DemoException when a wanted one is taken
   */
  static DemoAddresses reserve(DemoPlan plan) {
    DemoPlan.Listeners wanted = plan.listeners();
    int shop = LoopbackPort.free(wanted.shop(), "--shop-port");
    int internal = wanted.shop() == 0 ? 0 : wanted.shop() + 1;
    return new DemoAddresses(
        plan.event(),
        origin(LoopbackPort.free(wanted.fans(), "--port")),
        origin(LoopbackPort.free(wanted.operators(), "--operator-port")),
        origin(shop),
        LoopbackPort.free(internal, "--shop-port, of which it is the next"));
  }

  URI queuePage() {
    return fans.resolve("/queue/" + eventId);
  }

  URI seats() {
    return fans.resolve("/events/" + eventId + "/seats");
  }

  /** The event in the operator API. */
  URI event() {
    return operators.resolve("/api/events/" + eventId);
  }

  /** Where the gateway reaches the shop: no name to look up. */
  URI shopUpstream() {
    return loopback(shop.getPort());
  }

  /** Where the shop says how loaded it is. */
  URI shopLoad() {
    return loopback(shopInternal).resolve("/internal/load");
  }

  /** Where the payment processor says what became of payments: the shop, not the gateway. */
  URI webhooks() {
    return shopUpstream().resolve("/webhooks/payments");
  }

  static URI loopback(int port) {
    return URI.create("http://" + LoopbackPort.HOST + ":" + port);
  }

  private static URI origin(int port) {
    return URI.create("http://localhost:" + port);
  }
}
