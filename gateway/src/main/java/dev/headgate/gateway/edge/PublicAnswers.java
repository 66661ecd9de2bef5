package dev.headgate.gateway.edge;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.headgate.gateway.config.EventSettings.Mode;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.LaneView;
import dev.headgate.gateway.queue.Round;
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
  private final DrawJson draws;

  PublicAnswers(InstantText instants, Ticker ticker) {
    this.json = new PublicJson(instants);
    this.draws = new DrawJson(instants);
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
    DrawQuery asked = DrawQuery.of(request);
    if (asked.epoch() != null && !asked.epoch().equals(Long.toString(view.epoch()))) {
      throw new ProblemException(Problem.notFound());
    }
    Document document = draw(asked, view);
    // Without the epoch in its address a document would outlive a reset.
    String caching = document.settled() && asked.epoch() != null ? FOR_EVER : A_SECOND;
    return Validators.unlessKnown(request, document(document.body(), view.epoch(), caching));
  }

  /** A draw's document, and whether it will stay as it is. */
  private record Document(Buffer body, boolean settled) {}

  private Document draw(DrawQuery asked, EventView view) {
    if (asked.lane() != null) {
      LaneView lane = lane(view, asked.lane());
      return new Document(draws.lane(view, lane), lane.seed() != null);
    }
    if (asked.round() != null) {
      Round round = found(view.round(asked.round()));
      return new Document(draws.round(view, round), round.seed() != null);
    }
    boolean made = view.drawnAt() != null && view.seed() != null;
    // Rounds go on being added.
    boolean settled = made && view.settings().mode() != Mode.RANDOM_ROUNDS;
    return new Document(draws.event(view), settled);
  }

  private static LaneView lane(EventView view, int number) {
    List<LaneView> lanes = view.lanes();
    return found(number < lanes.size() ? lanes.get(number) : null);
  }

  private static <T> T found(@Nullable T asked) {
    if (asked == null) {
      throw new ProblemException(Problem.notFound());
    }
    return asked;
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
