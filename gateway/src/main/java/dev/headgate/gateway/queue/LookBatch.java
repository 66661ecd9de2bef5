package dev.headgate.gateway.queue;

import dev.headgate.gateway.queue.Standing.State;
import dev.headgate.gateway.trace.Span;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The looks at called places of one event on one loop: those of one turn share one read. */
final class LookBatch {

  /** What is known of a called place while the store is away: that it is called. */
  static final Standing FROM_MEMORY = new Standing(State.CALLED, null);

  private static final State[] STATES = State.values();

  private final String event;
  private final Context loop;
  private final RedisLink link;
  private List<Looking> waiting = new ArrayList<>();

  private record Looking(QueuePosition at, Promise<Standing> answer, Span span) {}

  LookBatch(String event, Context loop, RedisLink link) {
    this.event = event;
    this.loop = loop;
    this.link = link;
  }

  Future<Standing> add(QueuePosition position) {
    Promise<Standing> answer = Promise.promise();
    if (waiting.isEmpty()) {
      loop.runOnContext(turn -> flush());
    }
    waiting.add(new Looking(position, answer, Spans.current()));
    return answer.future();
  }

  private void flush() {
    List<Looking> batch = waiting;
    waiting = new ArrayList<>();
    Object[] args = new Object[2 * batch.size() + 1];
    args[0] = batch.get(0).at().epoch();
    for (int i = 0; i < batch.size(); i++) {
      args[2 * i + 1] = batch.get(i).at().lane();
      args[2 * i + 2] = batch.get(i).at().position();
    }
    Spans.together(batch, Looking::span, () -> link.run(Script.LOOK, event, args))
        .onComplete(answer -> give(batch, answer), away -> give(batch, null));
  }

  private static void give(List<Looking> batch, @Nullable Reply answer) {
    boolean read = answer != null && answer.verdict().equals("OK");
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).answer().complete(read && answer != null ? at(answer, i) : FROM_MEMORY);
    }
  }

  private static Standing at(Reply answer, int index) {
    State state = STATES[answer.count(1 + 2 * index)];
    long endsAt = answer.number(2 + 2 * index);
    return new Standing(state, endsAt < 0 ? null : Instant.ofEpochMilli(endsAt));
  }
}
