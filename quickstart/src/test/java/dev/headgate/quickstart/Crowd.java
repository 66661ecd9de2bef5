package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.quickstart.CrowdHttp.Answer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Many fans of one event, its operator, and what both ask of the gateway. */
final class Crowd implements AutoCloseable {
  private final DemoProcess demo;
  private final CrowdHttp http = new CrowdHttp();
  private final CrowdLog log = new CrowdLog();
  private final List<Fan> fans = new ArrayList<>();

  Crowd(DemoProcess demo) {
    this.demo = demo;
  }

  CrowdHttp http() {
    return http;
  }

  CrowdLog log() {
    return log;
  }

  /** In the order in which they were sent to join. */
  List<Fan> fans() {
    return fans;
  }

  /** One more, who has not joined and is not one of {@link #fans}. */
  Fan newFan() {
    return new Fan(http, demo.fans(), log);
  }

  /** So many more, each of whom gets a place; returns when all have it. */
  List<Fan> join(int count) {
    List<Fan> joining = Stream.generate(this::newFan).limit(count).toList();
    for (Answer answer : each(joining, Fan::join)) {
      assertEquals(201, answer.status(), () -> "a join: " + answer.json());
    }
    fans.addAll(joining);
    return joining;
  }

  /** Lets each do something, a bounded number at once; returns when all have, in their order. */
  static <T, A> List<A> each(List<T> all, Function<T, Future<A>> action) {
    List<Promise<A>> answers = all.stream().map(one -> Promise.<A>promise()).toList();
    AtomicInteger next = new AtomicInteger();
    IntConsumer line =
        new IntConsumer() {
          @Override
          public void accept(int index) {
            if (index < all.size()) {
              action
                  .apply(all.get(index))
                  .onComplete(answers.get(index))
                  .onComplete(done -> accept(next.getAndIncrement()));
            }
          }
        };
    for (int i = 0; i < CrowdHttp.AT_ONCE; i++) {
      line.accept(next.getAndIncrement());
    }
    List<Future<A>> futures = answers.stream().map(Promise::future).toList();
    Object unused = CrowdHttp.await(Future.all(futures));
    return futures.stream().map(Future::result).toList();
  }

  Answer status() {
    return publicly("status");
  }

  JsonObject draw() {
    return publicly("draw").body();
  }

  /** Turns the dial; returns when it is answered. */
  Answer dial(int newUsersPerMinute) {
    JsonObject body = new JsonObject().put("newUsersPerMinute", newUsersPerMinute);
    return operate(HttpMethod.PATCH, "/dials", body);
  }

  /** One request of the operator, below the event. */
  Answer operate(HttpMethod method, String path, @Nullable JsonObject body) {
    URI address = demo.operators().resolve("/api/events/derby" + path);
    String bearer = "Bearer " + demo.operatorToken();
    return CrowdHttp.await(
        http.send(method, address, request -> request.putHeader("Authorization", bearer), body));
  }

  @Override
  public void close() {
    http.close();
  }

  private Answer publicly(String document) {
    URI address = demo.fans().resolve("/queue/derby/" + document);
    Answer answer = CrowdHttp.await(http.get(address, request -> request));
    assertEquals(200, answer.status(), document);
    return answer;
  }
}
