package dev.headgate.gateway.hook;

import dev.headgate.gateway.config.Webhook;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.StoreLink;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/** How far each hook has come, and who delivers to it, in Redis. */
final class HookStore {
  private static final String HOLD = resource("hold.lua");
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
    Request request = Request.cmd(Command.EVAL).arg(HOLD).arg(4);
    for (String part : new String[] {"lease", "state", "done"}) {
      request.arg(key(hook, part));
    }
    request
        .arg(Feed.KEY)
        .arg(gateway)
        .arg(leaseMillis)
        .arg(said.begin)
        .arg(hash(hook))
        .arg(said.position);
    request.arg(said.gone ? 1 : 0);
    said.done.forEach(request::arg);
    return link.send(request).map(HookStore::held);
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
    return link.send(
            Request.cmd(Command.EVAL).arg(RELEASE).arg(1).arg(key(hook, "lease")).arg(gateway))
        .mapEmpty();
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

  private static String resource(String name) {
    try (InputStream in = HookStore.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
