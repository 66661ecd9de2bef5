package dev.headgate.booking.notice;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * So many messages of one sort at a time. Sorts have lanes of their own, so that a code does not
 * wait behind ten thousand tickets, nor text messages for a mail server.
 */
final class Lane {
  private final Sort sort;
  private final Outbox outbox;
  private final Pace pace;
  private final Function<Due, Future<Void>> deliver;
  private final BooleanSupplier isClosed;
  private int free;

  /** Which messages. */
  record Sort(String channel, boolean codes) {}

  /** {@code deliver} never fails. */
  Lane(
      Sort sort,
      Outbox outbox,
      Pace pace,
      Function<Due, Future<Void>> deliver,
      BooleanSupplier isClosed) {
    this.sort = sort;
    this.outbox = outbox;
    this.pace = pace;
    this.deliver = deliver;
    this.isClosed = isClosed;
    this.free = pace.width();
  }

  /** Takes as many as there is room for, and more as soon as one of them is over. */
  Future<Void> run() {
    int most = reserve();
    if (most == 0) {
      return Future.succeededFuture();
    }
    return take(most)
        .compose(
            taken -> {
              giveBack(most - taken.size());
              List<Future<Void>> work = new ArrayList<>();
              for (Due due : taken) {
                Promise<Void> over = Promise.promise();
                follow(due, over);
                work.add(over.future().onComplete(done -> giveBack(1)));
              }
              return work.isEmpty() ? Future.succeededFuture() : Future.join(work).mapEmpty();
            });
  }

  /** A loop by promise: composed futures would grow a chain as long as the backlog. */
  private void follow(Due due, Promise<Void> over) {
    deliver
        .apply(due)
        .compose(delivered -> isClosed.getAsBoolean() ? none() : take(1))
        .onComplete(
            next -> {
              if (next.failed() || next.result().isEmpty()) {
                over.complete();
              } else {
                follow(next.result().get(0), over);
              }
            });
  }

  private static Future<List<Due>> none() {
    return Future.succeededFuture(List.of());
  }

  /** Nothing when the database is away: it says so itself, and the next tick asks again. */
  private Future<List<Due>> take(int most) {
    return outbox
        .take(sort.channel(), sort.codes(), most, pace.lease())
        .otherwise(away -> List.of());
  }

  private synchronized int reserve() {
    int reserved = free;
    free = 0;
    return reserved;
  }

  private synchronized void giveBack(int unused) {
    free += unused;
  }
}
