package dev.headgate.booking.notice;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a message, hands it over outside any transaction, and marks it. Whoever dies after the
 * taking leaves it to be taken again when its lease is over; whoever dies between handing over and
 * marking makes it go out twice, under one Message-ID.
 */
final class OutboxSender implements Notices {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxSender.class);
  private static final int FAREWELL_SECONDS = 5;

  private final Outbox outbox;
  private final Rules rules;
  private final Ports ports;
  private final Courier courier;
  private final List<Lane> lanes = new ArrayList<>();
  private final Set<Future<Void>> underway = ConcurrentHashMap.newKeySet();
  private final Set<String> inTrouble = ConcurrentHashMap.newKeySet();
  private volatile Map<String, Backlog> backlogs = Map.of();
  private volatile boolean closed;

  /** The ways out. */
  record Ports(Mailer mailer, TextMessages texts) {}

  OutboxSender(Vertx vertx, Outbox outbox, Ports ports, Rules rules) {
    this.outbox = outbox;
    this.rules = rules;
    this.ports = ports;
    this.courier = new Courier(vertx, ports, rules.sources());
    for (String channel : List.of(EMAIL, SMS)) {
      for (boolean codes : new boolean[] {true, false}) {
        Lane.Sort sort = new Lane.Sort(channel, codes);
        lanes.add(new Lane(sort, outbox, rules.pace(), this::deliver, () -> closed));
      }
    }
  }

  @Override
  public Future<Void> tick() {
    if (closed) {
      return Future.succeededFuture();
    }
    List<Future<Void>> work = new ArrayList<>(lanes.stream().map(Lane::run).toList());
    work.add(outbox.backlog().onSuccess(this::keep).mapEmpty());
    return Future.join(work).transform(done -> Future.succeededFuture());
  }

  private void keep(RowSet<Row> rows) {
    Map<String, Backlog> read = new ConcurrentHashMap<>();
    for (Row row : rows) {
      read.put(
          row.getString("channel"),
          new Backlog(row.getInteger("waiting"), row.getInteger("oldest_seconds")));
    }
    backlogs = read;
  }

  @Override
  public Backlog backlog(String channel) {
    return backlogs.getOrDefault(channel, new Backlog(0, 0));
  }

  private Future<Void> deliver(Due due) {
    Future<Void> work = judged(due).transform(done -> Future.succeededFuture());
    underway.add(work);
    return work.onComplete(done -> underway.remove(work));
  }

  private Future<Void> judged(Due due) {
    if (due.isCode() && due.ageMillis() > rules.usefulFor(due).toMillis()) {
      return failed(due, new NeverException("too old to be of use"));
    }
    return courier
        .deliver(due)
        .timeout(rules.pace().patience().toMillis(), TimeUnit.MILLISECONDS)
        .compose(handedOver -> sent(due), failure -> failed(due, failure));
  }

  private Future<Void> sent(Due due) {
    count(due, "sent");
    if (inTrouble.remove(due.channel())) {
      LOG.info("messages by {} go out again", due.channel());
    }
    return outbox
        .sent(due)
        .onFailure(unmarked -> LOG.warn("not marked as sent, will go out again: {}", due));
  }

  private Future<Void> failed(Due due, Throwable cause) {
    boolean refused = Reason.isRefusal(cause);
    boolean never = cause instanceof NeverException;
    // Once a channel, not once a message: ten thousand wait when a mail server is down.
    if (!refused && !never && inTrouble.add(due.channel())) {
      LOG.warn("messages by {} do not go out: {}", due.channel(), Reason.forLog(cause));
    }
    int most = never ? 0 : refused ? rules.pace().refusals() : Integer.MAX_VALUE;
    double random = ThreadLocalRandom.current().nextDouble();
    long pause = rules.pace().pauseMillis(due.tries(), refused, random);
    return outbox
        .failed(due, new Outbox.Failure(Reason.forRow(cause), pause, rules.usefulFor(due), most))
        .onSuccess(givenUp -> written(due, cause, givenUp))
        .mapEmpty();
  }

  private void written(Due due, Throwable cause, boolean givenUp) {
    count(due, givenUp ? "given-up" : "failed");
    if (givenUp) {
      LOG.warn("given up: {}: {}", due, Reason.forLog(cause));
    }
  }

  private void count(Due due, String outcome) {
    rules.sources().tally().tried(due.channel(), outcome);
  }

  @Override
  public Future<Void> close() {
    if (closed) {
      return Future.succeededFuture();
    }
    closed = true;
    List<Future<Void>> rest = List.copyOf(underway);
    Future<Void> farewell =
        rest.isEmpty()
            ? Future.succeededFuture()
            : Future.join(rest).timeout(FAREWELL_SECONDS, TimeUnit.SECONDS).mapEmpty();
    return farewell.transform(over -> ports.mailer().close().otherwiseEmpty());
  }
}
