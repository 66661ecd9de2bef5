package dev.headgate.quickstart;

import dev.headgate.quickstart.CrowdHttp.Answer;
import io.vertx.core.Future;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Fans who go on coming, a few at a time, whatever happens to the store. */
final class JoinStream {
  private static final int LINES = 8;
  private static final long PAUSE_MILLIS = 20;
  private static final long RETRY_MILLIS = 200;

  private final CrowdHttp http;
  private final CrowdLog log;
  private final Supplier<Fan> newFan;
  private final Queue<Fan> joined = new ConcurrentLinkedQueue<>();
  private final AtomicInteger lines = new AtomicInteger(LINES);
  private volatile boolean open = true;

  JoinStream(CrowdHttp http, CrowdLog log, Supplier<Fan> newFan) {
    this.http = http;
    this.log = log;
    this.newFan = newFan;
    for (int i = 0; i < LINES; i++) {
      next();
    }
  }

  /** Those who have a place so far. */
  List<Fan> joined() {
    return List.copyOf(joined);
  }

  int count() {
    return joined.size();
  }

  /** Lets no more come. */
  void close() {
    open = false;
  }

  /** Whether it was closed and all under way have been answered. */
  boolean ended() {
    return lines.get() == 0;
  }

  private void next() {
    if (!open) {
      lines.decrementAndGet();
      return;
    }
    Fan fan = newFan.get();
    Future<Answer> unused =
        fan.join()
            .onSuccess(answer -> answered(fan, answer))
            .onFailure(
                failure -> {
                  log.fault("join: " + failure);
                  http.later(RETRY_MILLIS, this::next);
                });
  }

  private void answered(Fan fan, Answer answer) {
    if (answer.status() == 201) {
      joined.add(fan);
    } else if (!answer.code().equals("restoring")) {
      log.fault("join: " + answer.status() + " " + answer.json());
    }
    http.later(answer.status() == 201 ? PAUSE_MILLIS : RETRY_MILLIS, this::next);
  }
}
