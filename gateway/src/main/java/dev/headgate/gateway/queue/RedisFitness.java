package dev.headgate.gateway.queue;

import dev.headgate.gateway.store.StoreLink;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a Redis can hold a queue: new enough, and one that throws no keys away. */
final class RedisFitness {
  private static final Logger LOG = LoggerFactory.getLogger(RedisFitness.class);
  private static final Pattern VERSION = Pattern.compile("redis_version:(\\d+)\\.");

  /** BITCOUNT by bits, and the time inside scripts that write, came with 7.0. */
  private static final int OLDEST = 7;

  private RedisFitness() {}

  /** Fails with a sentence when this Redis must not be used. */
  static Future<Void> check(RedisLink link) {
    return link.send(Request.cmd(Command.INFO).arg("server"))
        .compose(
            info -> {
              Matcher version = VERSION.matcher(info.toString());
              if (version.find() && Integer.parseInt(version.group(1)) < OLDEST) {
                return Future.failedFuture("redis_version: " + version.group(1) + " (expected: 7)");
              }
              return policy(link);
            });
  }

  private static Future<Void> policy(RedisLink link) {
    return link.send(Request.cmd(Command.CONFIG).arg("GET").arg("maxmemory-policy"))
        .map(RedisFitness::policyIn)
        // A hosted Redis may forbid CONFIG: then the operator's word has to do.
        .recover(
            failure ->
                StoreLink.isAnswer(failure)
                    ? Future.succeededFuture("noeviction")
                    : Future.failedFuture(failure))
        .compose(
            policy -> {
              if (policy.startsWith("allkeys")) {
                return Future.failedFuture(
                    "maxmemory-policy: " + policy + " (expected: noeviction, or places get lost)");
              }
              LOG.info("connected to Redis, maxmemory-policy {}", policy);
              return Future.succeededFuture();
            });
  }

  // A map in the newer protocol, names and values in turn in the older one.
  private static String policyIn(Response answer) {
    @Nullable Response policy;
    if (answer.isMap()) {
      policy = answer.get("maxmemory-policy");
    } else {
      policy = answer.size() < 2 ? null : answer.get(1);
    }
    return policy == null ? "noeviction" : policy.toString();
  }
}
