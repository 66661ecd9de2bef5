package dev.headgate.gateway.upstream;

import dev.headgate.gateway.config.HealthCheck;
import dev.headgate.gateway.upstream.Server.Health;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks one server whether it is well, one question at a time. Lives on one event loop. */
final class ServerCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCheck.class);

  private final Parts parts;
  private final RequestOptions question;
  private final HealthVotes votes;
  private boolean asking;
  private boolean over;

  /**
   * What it works with.
   *
   * @param upstream the name of the server's upstream, for the log
   */
  record Parts(HttpClient client, String upstream, HealthCheck rules, Server server) {}

  ServerCheck(Parts parts) {
    this.parts = parts;
    votes = new HealthVotes(parts.rules());
    question =
        new RequestOptions()
            .setHost(parts.server().address().host())
            .setPort(parts.server().address().port())
            .setSsl(parts.server().tls())
            .setURI(parts.rules().path())
            .setConnectTimeout(parts.rules().timeout().toMillis());
  }

  /** Asks, unless the last question is still open. */
  void ask() {
    if (asking || over) {
      return;
    }
    asking = true;
    Question asked = new Question();
    parts
        .client()
        .request(question)
        .compose(asked::send)
        .timeout(parts.rules().timeout().toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(failure -> asked.giveUp())
        .onComplete(this::took);
  }

  /** What is still on its way no longer counts. */
  void end() {
    over = true;
  }

  private void took(AsyncResult<Integer> status) {
    asking = false;
    if (over) {
      return;
    }
    boolean well = status.succeeded() && parts.rules().expect().contains(status.result());
    Server server = parts.server();
    server.meters().checked(well);
    Health before = server.health();
    Health now = votes.after(well, before);
    if (now == before) {
      return;
    }
    server.health(now);
    if (now == Health.BAD) {
      LOG.warn(
          "upstream {}: {} is not well ({}) and gets no new requests",
          parts.upstream(),
          server.address(),
          reason(status));
    } else {
      LOG.info("upstream {}: {} is well", parts.upstream(), server.address());
    }
  }

  private static String reason(AsyncResult<Integer> status) {
    if (status.succeeded()) {
      return "status " + status.result();
    }
    return status.cause() instanceof TimeoutException
        ? "no answer in time"
        : status.cause().getClass().getSimpleName();
  }

  /** One question under way; a connection that comes too late for it is not used. */
  private static final class Question {
    private @Nullable HttpClientRequest request;
    private boolean given;

    Future<Integer> send(HttpClientRequest sending) {
      request = sending;
      sending.exceptionHandler(failure -> {});
      if (given) {
        giveUp();
        return Future.failedFuture(new TimeoutException());
      }
      return sending.send().compose(Question::whole);
    }

    /** Only an answer that comes to its end in time is one; its body is dropped. */
    private static Future<Integer> whole(HttpClientResponse answer) {
      // Without a handler of its own the client writes every answer that breaks off to the log.
      answer.exceptionHandler(failure -> {});
      return answer.end().map(answer.statusCode());
    }

    void giveUp() {
      given = true;
      if (request != null) {
        request.reset().onFailure(gone -> {});
      }
    }
  }
}
