package dev.headgate.gateway.hook;

import dev.headgate.gateway.config.Webhook;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.store.StoreLink;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** How far each hook has come, and who delivers to it, in Redis. */
final class HookStore {
  private static final String HOLD = StoreLink.script(HookStore.class, "hold.lua");
  private static final String RELEASE =
      "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end"
          + " return 0";

  private final StoreLink link;
  private final String gateway;
  private final long leaseMillis;

  HookStore(WebhooksParts parts) {
    this.link = new StoreLink(parts.vertx(), parts.redis(), "headgate-webhooks");
    this.gateway = parts.gateway();
    this.leaseMillis = parts.timing().lease().toMillis();
  }

  /**
   * What a gateway says of a hook.
   *
   * @param begin where the hook begins should it be new
   * @param position up to where all is done, as far as this gateway knows; empty for nothing
   * @param gone whether the receiver said that its address is no more
   * @param done what is done behind it
   */
  record Said(String begin, String position, boolean gone, Collection<String> done) {}

  /**
   * What the store says.
   *
   * @param holder whether this gateway delivers
   */
  record Held(boolean holder, String position, boolean gone, Set<String> done) {
    static final Held BY_ANOTHER = new Held(false, "", false, Set.of());
  }

  /** Takes or keeps the right to deliver, and writes down what is said. */
  Future<Held> hold(Webhook hook, Said said) {
    List<String> keys =
        List.of(key(hook, "lease"), key(hook, "state"), key(hook, "done"), Feed.KEY);
    List<Object> args = new ArrayList<>();
    Collections.addAll(args, gateway, leaseMillis, said.begin, hash(hook), said.position);
    args.add(said.gone ? 1 : 0);
    args.addAll(said.done);
    return link.run(HOLD, keys, args.toArray()).map(HookStore::held);
  }

  private static Held held(Response answer) {
    if (answer.get(0).toString().equals("0")) {
      return Held.BY_ANOTHER;
    }
    Set<String> done = new HashSet<>();
    for (int i = 3; i < answer.size(); i++) {
      done.add(answer.get(i).toString());
    }
    return new Held(true, answer.get(1).toString(), answer.get(2).toString().equals("1"), done);
  }

  /** Lets another gateway go on. */
  Future<Void> release(Webhook hook) {
    return link.run(RELEASE, List.of(key(hook, "lease")), gateway).mapEmpty();
  }

  Future<Void> close() {
    return link.close();
  }

  private static String key(Webhook hook, String part) {
    return "headgate:{hook:" + hook.name() + "}:" + part;
  }

  /** Another address is another receiver; the address itself may hold a secret. */
  private static String hash(Webhook hook) {
    try {
      byte[] url = hook.url().toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(url));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
