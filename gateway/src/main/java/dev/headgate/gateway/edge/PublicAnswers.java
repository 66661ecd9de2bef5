package dev.headgate.gateway.edge;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents that are the same bytes for everybody: status and draw. */
final class PublicAnswers {

  private static final int MOST_EVENTS = 1_000;
  private static final String A_SECOND = "public, max-age=1";
  private static final String FOR_EVER = "public, max-age=31536000, immutable";

  private final Cache<String, Reply> statuses;
  private final PublicJson json;

  PublicAnswers(InstantText instants, Ticker ticker) {
    this.json = new PublicJson(instants);
    this.statuses =
        Caffeine.newBuilder()
            .maximumSize(MOST_EVENTS)
            .expireAfterWrite(Duration.ofSeconds(1))
            .ticker(ticker)
            .executor(Runnable::run)
            .build();
  }

  /** The status if it was written less than a second ago: then the event need not be looked at. */
  @Nullable Reply recentStatus(HttpServerRequest request, String event) {
    Reply recent = statuses.getIfPresent(event);
    return recent == null ? null : Validators.unlessKnown(request, recent);
  }

  Reply status(HttpServerRequest request, EventView view) {
    Reply fresh = document(json.status(view), view.epoch(), A_SECOND);
    statuses.put(view.event(), fresh);
    return Validators.unlessKnown(request, fresh);
  }

  Reply draw(HttpServerRequest request, EventView view) {
    String asked = epochAsked(request);
    if (asked != null && !asked.equals(Long.toString(view.epoch()))) {
      throw new ProblemException(refusal(asked));
    }
    boolean settled = asked != null && view.drawnAt() != null && view.seed() != null;
    Reply reply = document(json.draw(view), view.epoch(), settled ? FOR_EVER : A_SECOND);
    return Validators.unlessKnown(request, reply);
  }

  private static Problem refusal(String asked) {
    return asked.matches("[0-9]{1,18}")
        ? Problem.notFound()
        : Problem.badRequest("epoch: (expected: a whole number)");
  }

  private static @Nullable String epochAsked(HttpServerRequest request) {
    try {
      return request.query() == null ? null : request.getParam("epoch");
    } catch (IllegalArgumentException malformed) {
      throw new ProblemException(Problem.badRequest("The query string is malformed."));
    }
  }

  private static Reply document(Buffer body, long epoch, String caching) {
    return new Reply(
        200,
        List.of(
            HttpHeaders.CONTENT_TYPE,
            Reply.JSON,
            HttpHeaders.CACHE_CONTROL,
            caching,
            HttpHeaders.ETAG,
            Validators.etag(Long.toString(epoch), body)),
        body);
  }
}
