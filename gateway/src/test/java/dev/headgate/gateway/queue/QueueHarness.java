package dev.headgate.gateway.queue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.policy.estimate.PromiseLog;
import dev.headgate.policy.order.Seeds;
import dev.headgate.policy.pace.AdmissionPolicy;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A real Redis and one or more gateways' queues on it. */
final class QueueHarness implements AutoCloseable {
  static final byte[] DRAW_KEY = new byte[32];

  final Vertx vertx = Vertx.vertx();
  final EmbeddedRedis redis = EmbeddedRedis.start();
  final Redis client = Redis.createClient(vertx, redis.uri().toString());
  private final Path state;
  private final List<Events> opened = new ArrayList<>();

  QueueHarness(Path state) {
    this.state = state;
  }

  /** One gateway's events, with a state folder of its own. */
  Events gateway(String name) {
    return gateway(name, redis.uri(), DRAW_KEY);
  }

  /** What every gateway sees of the backend. */
  volatile BackendReport report = BackendReport.NONE;

  /** The promises of waiting times that have come due. */
  final List<PromiseLog.Kept> promises = new CopyOnWriteArrayList<>();

  /** The same, with another way to Redis or another draw key. */
  Events gateway(String name, URI uri, byte[] drawKey) {
    Events events =
        await(
            Events.inRedis(
                new EventsParts(
                    vertx,
                    uri,
                    state.resolve(name),
                    (drawId, epoch) -> Seeds.derive(drawKey, drawId, epoch),
                    AdmissionPolicy.pacing(),
                    event -> report,
                    promises::add,
                    name,
                    InstantSource.system())));
    opened.add(events);
    return events;
  }

  /** One event loop with a queue of its own. */
  Loop loop(Events events) {
    Promise<Loop> made = Promise.promise();
    var context = vertx.getOrCreateContext();
    context.runOnContext(
        turn ->
            made.complete(new Loop(events.queue(), task -> context.runOnContext(x -> task.run()))));
    return await(made.future());
  }

  record Loop(Queue queue, java.util.concurrent.Executor executor) {
    <T> Future<T> on(Function<Queue, Future<T>> call) {
      Promise<T> answer = Promise.promise();
      executor.execute(() -> call.apply(queue).onComplete(answer));
      return answer.future();
    }

    <T> T get(Function<Queue, Future<T>> call) {
      return await(on(call));
    }
  }

  /** The version since a change that was made. */
  static long version(ChangeAnswer answer) {
    return ((ChangeAnswer.Changed) answer).version();
  }

  static EventSettings settings(Duration untilStart, int perMinute, int active) {
    Dials dials =
        new Dials(
            perMinute,
            active,
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofMinutes(5),
            Dials.Throttle.OFF);
    return EventSettings.of("Derby", Instant.now().plus(untilStart), dials);
  }

  /** Waits until a view shows what is asked. */
  @CanIgnoreReturnValue
  static EventView until(Events events, String event, Predicate<EventView> shown) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> await(events.view(event)), shown);
  }

  @CanIgnoreReturnValue
  static int join(Loop loop, String event) {
    return ((JoinAnswer.Joined) loop.<JoinAnswer>get(queue -> queue.join(event))).arrival();
  }

  @CanIgnoreReturnValue
  Response redis(Command command, String... args) {
    Request request = Request.cmd(command);
    for (String arg : args) {
      request.arg(arg);
    }
    return await(client.send(request));
  }

  /** Runs a script as a gateway does, and reads what it answers. */
  @CanIgnoreReturnValue
  Reply script(Script script, String event, Object... args) {
    return script(script, List.of(EventKeys.hash(event)), List.of(args));
  }

  /** The same for a script of somebody who changes something. */
  @CanIgnoreReturnValue
  Reply signed(Script script, String event, Object... args) {
    Signature by = Signature.of("ann", "operator", null, null);
    List<Object> all = new ArrayList<>(List.of(args));
    all.add(by.before());
    all.add(by.behind());
    return script(script, List.of(EventKeys.hash(event), EventKeys.trail(event)), all);
  }

  private Reply script(Script script, List<String> keys, List<Object> args) {
    Request request = Request.cmd(Command.EVAL).arg(script.source()).arg(keys.size());
    keys.forEach(request::arg);
    args.forEach(arg -> request.arg(arg.toString()));
    return new Reply(await(client.send(request)));
  }

  /** All that the store holds, but for the leases: key to its serialized value. */
  Map<String, String> everything() {
    Map<String, String> all = new TreeMap<>();
    for (Response key : redis(Command.KEYS, "*")) {
      if (!key.toString().endsWith(":lease")) {
        byte[] dump = redis(Command.DUMP, key.toString()).toBytes();
        all.put(key.toString(), HexFormat.of().formatHex(dump));
      }
    }
    return all;
  }

  String field(String event, String name) {
    return redis(Command.HGET, EventKeys.hash(event), name).toString();
  }

  @CanIgnoreReturnValue
  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(120, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException failed) {
      throw failed.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(failed.getCause());
    } catch (InterruptedException | java.util.concurrent.TimeoutException late) {
      throw new IllegalStateException(late);
    }
  }

  @Override
  public void close() {
    opened.forEach(events -> await(events.close().otherwiseEmpty()));
    await(client.close());
    await(vertx.close());
    redis.close();
  }
}
