package dev.headgate.gateway.queue;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.Signature;
import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.Start;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Changes in Redis: one script each, which also writes the entry of the audit trail. */
final class RedisChanges implements Changes {
  private static final int MOST_TRIES = 8;

  private final RedisLink link;
  private final Keeper keeper;
  private final Loop loop;
  private final Signature signed;

  /** Runs work on the keeper's loop, and completes on the caller's. */
  interface Loop {
    <T> Future<T> run(Supplier<Future<T>> work);
  }

  RedisChanges(RedisLink link, Keeper keeper, Loop loop, Signature signed) {
    this.link = link;
    this.keeper = keeper;
    this.loop = loop;
    this.signed = signed;
  }

  @Override
  public Future<ChangeAnswer> create(String event, EventSettings settings) {
    return loop.run(
        () ->
            keeper
                .refresh(event)
                .<ChangeAnswer>map(
                    view ->
                        view.restoring() ? new ChangeAnswer.Restoring() : new ChangeAnswer.Exists())
                .recover(
                    failure ->
                        failure instanceof UnknownEventException
                            ? createNow(event, settings)
                            : nothingAsked(failure)));
  }

  private Future<ChangeAnswer> createNow(String event, EventSettings settings) {
    return storeMillis()
        .compose(
            epoch -> {
              List<Object> args = new ArrayList<>();
              args.add(epoch);
              args.add(keeper.commitment(event, epoch));
              args.add(Keeper.firstBlock(settings));
              args.addAll(SettingsFields.of(settings));
              return link.run(Script.CREATE, event, signed, args.toArray());
            })
        .compose(
            answer ->
                switch (answer.verdict()) {
                  case "CREATED" -> seen(event, answer);
                  case "EXISTS" -> Future.succeededFuture(new ChangeAnswer.Exists());
                  default -> createNow(event, settings);
                });
  }

  private Future<Long> storeMillis() {
    return link.send(Request.cmd(Command.TIME))
        .map(
            answer -> {
              Reply time = new Reply(answer);
              return time.number(0) * 1_000 + time.number(1) / 1_000;
            })
        .recover(RedisChanges::nothingAsked);
  }

  /** What does not answer a question that goes before has not been asked for the change. */
  private static <T> Future<T> nothingAsked(Throwable failure) {
    return Future.failedFuture(
        failure instanceof QueueUnansweredException
            ? new QueueUnavailableException("nothing was asked", failure)
            : failure);
  }

  @Override
  public Future<ChangeAnswer> replace(String event, EventSettings settings, long version) {
    return replace(event, settings, version, "settings");
  }

  @Override
  public Future<ChangeAnswer> turn(String event, EventSettings settings, long version) {
    return replace(event, settings, version, "dials");
  }

  private Future<ChangeAnswer> replace(
      String event, EventSettings settings, long version, String what) {
    List<Object> args = new ArrayList<>();
    Collections.addAll(args, version, Keeper.firstBlock(settings), what);
    args.addAll(SettingsFields.of(settings));
    return change(Script.SETTINGS, event, args.toArray());
  }

  @Override
  public Future<ChangeAnswer> pauseSaying(String event, List<Reason> reasons) {
    String first = reasons.isEmpty() ? "" : reasons.get(0).text();
    String all = reasons.isEmpty() ? "" : Reason.toJson(reasons).encode();
    return change(Script.PAUSE, event, 1, first, all);
  }

  @Override
  public Future<ChangeAnswer> resume(String event) {
    return change(Script.PAUSE, event, 0, "", "");
  }

  @Override
  public Future<ChangeAnswer> message(String event, Message message) {
    return change(Script.MESSAGE, event, message.text(), message.lang());
  }

  @Override
  public Future<ChangeAnswer> silence(String event, @Nullable String lang) {
    return change(Script.MESSAGE, event, "", lang == null ? "" : lang);
  }

  @Override
  public Future<ChangeAnswer> draw(String event) {
    return change(Script.DRAW, event);
  }

  @Override
  public Future<ChangeAnswer> end(String event) {
    return change(Script.END, event);
  }

  private Future<ChangeAnswer> change(Script script, String event, Object... args) {
    return loop.run(
        () ->
            link.run(script, event, signed, args)
                .compose(
                    answer ->
                        switch (answer.verdict()) {
                          case "CHANGED" -> seen(event, answer);
                          case "STALE" ->
                              Future.succeededFuture(new ChangeAnswer.Stale(answer.number(1)));
                          case "REFUSED" ->
                              Future.succeededFuture(new ChangeAnswer.Refused(answer.text(1)));
                          default -> lost(event, answer);
                        }));
  }

  private Future<ChangeAnswer> seen(String event, Reply answer) {
    ChangeAnswer changed = new ChangeAnswer.Changed(answer.number(1), entry(answer));
    // Seen or not, it has been made.
    return keeper.refreshAfter(event).otherwiseEmpty().map(changed);
  }

  private static AuditEntry entry(Reply answer) {
    return AuditEntry.read(answer.text(2))
        .orElseThrow(() -> new IllegalStateException("no entry of a change: " + answer.text(2)));
  }

  private Future<ChangeAnswer> lost(String event, Reply answer) {
    return answer.stranger() || keeper.knows(event)
        ? Future.succeededFuture(new ChangeAnswer.Restoring())
        : Future.failedFuture(new UnknownEventException(event));
  }

  @Override
  public Future<ChangeAnswer> reset(String event, @Nullable Start start) {
    return loop.run(
        () ->
            keeper
                .refreshAfter(event)
                .recover(RedisChanges::nothingAsked)
                .compose(
                    view ->
                        view.restoring()
                            ? Future.succeededFuture(new ChangeAnswer.Restoring())
                            : resetFrom(view, start, 0)));
  }

  /** Settings that others change meanwhile are kept: then it is tried again with those. */
  private Future<ChangeAnswer> resetFrom(LiveView view, @Nullable Start start, int tries) {
    return resetNow(view, start)
        .compose(
            answer ->
                answer instanceof ChangeAnswer.Stale && tries < MOST_TRIES
                    ? keeper
                        .refreshAfter(view.event())
                        .recover(RedisChanges::nothingAsked)
                        .compose(
                            newer ->
                                newer.epoch() == view.epoch() && !newer.restoring()
                                    ? resetFrom(newer, start, tries + 1)
                                    : Future.succeededFuture(answer))
                    : Future.succeededFuture(answer));
  }

  private Future<ChangeAnswer> resetNow(LiveView view, @Nullable Start start) {
    String event = view.event();
    EventSettings settings = start == null ? view.settings() : view.settings().withStart(start);
    return storeMillis()
        .compose(
            epoch -> {
              List<Object> args = new ArrayList<>();
              args.add(view.epoch());
              args.add(keeper.seed(event, view.epoch()));
              args.add(epoch);
              args.add(keeper.commitment(event, epoch));
              args.add(Keeper.firstBlock(settings));
              args.add(view.version());
              args.addAll(SettingsFields.of(settings));
              return change(Script.RESET, event, args.toArray());
            });
  }

  @Override
  public Future<Optional<AuditEntry>> revoke(QueuePosition at) {
    return loop.run(
        () ->
            link.run(Script.RELEASE, at.event(), signed, at.epoch(), at.lane(), at.position())
                .compose(
                    answer ->
                        answer.verdict().equals("OK")
                            ? revoked(at, answer)
                            : lost(at.event(), answer).compose(RedisChanges::notNow)));
  }

  private Future<Optional<AuditEntry>> revoked(QueuePosition at, Reply answer) {
    Optional<AuditEntry> entry = answer.size() > 2 ? Optional.of(entry(answer)) : Optional.empty();
    return keeper.refreshAfter(at.event()).otherwiseEmpty().map(entry);
  }

  private static <T> Future<T> notNow(ChangeAnswer restoring) {
    return Future.failedFuture(new QueueUnavailableException("the store is being restored", null));
  }
}
