package dev.headgate.gateway.hook;

import dev.headgate.gateway.config.Webhook;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends entries of the feed to those who want them, each at least once and in order within an event
 * and hook, signed as Standard Webhooks has it (standardwebhooks.com). Of several gateways one
 * delivers to a hook at a time.
 */
public final class Webhooks {
  private final List<Courier> couriers = new ArrayList<>();
  private final HookStore store;
  private final HookSender sender;

  private Webhooks(WebhooksParts parts) {
    this.store = new HookStore(parts);
    this.sender = new HookSender(parts);
    for (Webhook hook : parts.hooks()) {
      List<byte[]> secrets = HookSecrets.open(hook);
      couriers.add(
          new Courier(hook, parts, store, entry -> sender.send(hook.url(), secrets, entry)));
    }
  }

  /**
   * Reads the secrets. Blocks: for a worker.
   *
   * @throws IllegalStateException if one is missing, malformed or open to other users of the
   *     machine; the message names the hook and never what its secret is
   */
  public static Webhooks open(WebhooksParts parts) {
    return new Webhooks(parts);
  }

  /** Begins to deliver; completes when a hook that is new knows where it began. */
  public Future<Void> begin() {
    List<Future<?>> begun = new ArrayList<>();
    couriers.forEach(courier -> begun.add(courier.begin()));
    return Future.join(begun).mapEmpty();
  }

  /** Stops, and lets another gateway go on at once. */
  public Future<Void> close() {
    List<Future<?>> closed = new ArrayList<>();
    couriers.forEach(courier -> closed.add(courier.close()));
    return Future.join(closed)
        .<Void>mapEmpty()
        .otherwiseEmpty()
        .eventually(sender::close)
        .eventually(store::close);
  }
}
