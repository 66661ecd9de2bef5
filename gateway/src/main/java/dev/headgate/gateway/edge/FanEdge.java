package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.http.Accept;
import dev.headgate.gateway.http.EventCookies;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.QueueUnavailableException;
import dev.headgate.gateway.queue.UnknownEventException;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.trace.Spans;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds whom a request is for; each endpoint decides a reply, and only this class sends it. */
final class FanEdge implements Edge {

  private static final Logger LOG = LoggerFactory.getLogger(FanEdge.class);

  private final AdmissionTokens tokens;
  private CrossSite crossSite;
  private final Places places;
  private final PageAnswers pages;
  private final PublicAnswers publics;
  private final Polls polls;
  private final PlainPages plain;
  private final FormAnswers forms;
  private final Links links;
  private final StreamRoom room;
  private final PlaceStreams streams;
  private final Work work;
  private final Joins joins;
  private final Claims claims;
  private final Leaves leaves;

  FanEdge(EdgeParts parts) {
    InstantText instants = new InstantText();
    tokens = parts.tokens();
    crossSite = new CrossSite(parts.config());
    places = new Places(parts.events(), parts.queue());
    EdgeShared shared =
        new EdgeShared(
            new FanTickets(parts.tickets()),
            new FanCookies(EventCookies.of(parts.config())),
            places,
            new PlaceJson(instants),
            new EdgeMeters(parts.meters(), tokens.gate()),
            new Signing(tokens, instants),
            new FanKeys(parts.proofs(), parts.config().publicOrigin()),
            parts.nanoTime());
    pages = new PageAnswers(parts.page(), parts.config().headers());
    publics = new PublicAnswers(instants, parts.nanoTime()::getAsLong);
    PollPace pace = new PollPace();
    polls = new Polls(shared, pace);
    plain = new PlainPages(shared, pace, parts);
    forms = new FormAnswers(parts.page());
    links = new Links(shared, pace, parts);
    room = parts.streams();
    streams = new PlaceStreams(shared, pace, parts);
    work = new Work(parts.challenges(), shared.meters(), instants);
    joins = new Joins(shared, parts, instants, work);
    claims = new Claims(shared, parts);
    leaves = new Leaves(shared, parts, claims);
  }

  @Override
  public void reconfigure(GatewayConfig next) {
    crossSite = new CrossSite(next);
    room.resize(next.streams());
  }

  @Override
  public void close() {
    streams.close();
  }

  @Override
  public void handle(HttpServerRequest request) {
    Target target = Target.of(String.valueOf(request.path()));
    Spans.of(request).route(target.address().pattern());
    if (target.address() == Address.MY_EVENTS) {
      follow(request, target);
      return;
    }
    Future<Reply> reply = reply(request, target);
    if (reply.succeeded()) {
      reply.result().send(request); // The common case, a poll: without a listener in between.
    } else {
      reply
          .otherwise(failure -> refusal(request, target, failure))
          .onSuccess(decided -> decided.send(request));
    }
  }

  /** Answers with a stream, or as a poll would that is refused. */
  private void follow(HttpServerRequest request, Target target) {
    Future<Void> open;
    try {
      check(request, target.address());
      open = withView(target.name(), view -> streams.open(request, view));
    } catch (RuntimeException refused) {
      open = Future.failedFuture(refused);
    }
    open.onFailure(failure -> refusal(request, target, failure).send(request));
  }

  private Future<Reply> reply(HttpServerRequest request, Target target) {
    try {
      check(request, target.address());
      return answer(request, target);
    } catch (RuntimeException refused) {
      return Future.failedFuture(refused);
    }
  }

  private void check(HttpServerRequest request, Address address) {
    HttpMethod method = request.method();
    switch (address) {
      case NO_EVENT -> throw new ProblemException(Problem.unknownEvent());
      case NOWHERE -> throw new ProblemException(Problem.notFound());
      default -> {
        if (!address.allows(method)) {
          throw new ProblemException(Problem.methodNotAllowed());
        }
      }
    }
    boolean changes = !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD);
    if (changes && crossSite.refuses(request.headers())) {
      throw new ProblemException(
          Problem.of(403, "cross-site", "Not from here", "Another site's page may not do this."));
    }
  }

  private Future<Reply> answer(HttpServerRequest request, Target target) {
    String event = target.name();
    return switch (target.address()) {
      case MY_PLACE -> place(request, target);
      case STATUS -> status(request, event);
      case PAGE -> withView(event, view -> done(pages.document(request, view)));
      case DRAW -> withView(event, view -> done(publics.draw(request, view)));
      case CHALLENGE -> withView(event, view -> done(work.answer(view)));
      case ASSET -> done(pages.asset(request, event));
      case JWKS -> done(jwks());
      case PLACES -> joined(request, target);
      case ADMISSIONS -> claimed(request, target);
      case MY_LINK -> linked(request, target);
      case MY_ADMISSION -> withView(event, view -> leaves.answer(request.headers(), view));
      case MY_LEAVE -> left(request, target);
      case MY_EVENTS, NO_EVENT, NOWHERE ->
          throw new IllegalStateException("refused or answered before");
    };
  }

  private static Future<Reply> done(Reply reply) {
    return Future.succeededFuture(reply);
  }

  private <T> Future<T> withView(String event, Function<EventView, Future<T>> answer) {
    Future<EventView> view = places.view(event);
    return view.succeeded() ? answer.apply(view.result()) : view.compose(answer);
  }

  private Future<Reply> status(HttpServerRequest request, String event) {
    Reply recent = publics.recentStatus(request, event);
    return recent != null
        ? done(recent)
        : withView(event, view -> done(publics.status(request, view)));
  }

  /** To a browser that goes there a page, to every program a document. */
  private Future<Reply> place(HttpServerRequest request, Target target) {
    return Accept.prefersHtml(request.headers())
        ? plain.answer(request, target)
        : withView(target.name(), view -> polls.answer(request.headers(), view));
  }

  private Future<Reply> joined(HttpServerRequest request, Target target) {
    return posted(
        request,
        target,
        Joins.FIELDS,
        (posted, view) -> joins.answer(request.headers(), view, wish(request, posted)));
  }

  private Joins.Wish wish(HttpServerRequest request, RequestBody.Posted posted) {
    Joins.Wish wish = Joins.Wish.of(posted);
    return posted.form() ? wish.orInvited(forms.entry(request)) : wish;
  }

  private Future<Reply> claimed(HttpServerRequest request, Target target) {
    return posted(
        request, target, Set.of(), (posted, view) -> claims.answer(request.headers(), view));
  }

  private Future<Reply> linked(HttpServerRequest request, Target target) {
    return posted(
        request, target, Set.of(), (posted, view) -> links.answer(request.headers(), view));
  }

  private Future<Reply> left(HttpServerRequest request, Target target) {
    return posted(
        request, target, Set.of(), (posted, view) -> leaves.answer(request.headers(), view));
  }

  private Future<Reply> posted(
      HttpServerRequest request,
      Target target,
      Set<String> fields,
      BiFunction<RequestBody.Posted, EventView, Future<Reply>> answer) {
    return RequestBody.read(request, fields)
        .compose(
            posted ->
                posted.form()
                    ? forms.answer(
                        request,
                        target,
                        // Fails, and does not throw, where the answer refuses at once.
                        places.view(target.name()).compose(view -> answer.apply(posted, view)))
                    : withView(target.name(), view -> answer.apply(posted, view)));
  }

  private Reply jwks() {
    return new Reply(
        200,
        List.of(
            HttpHeaders.CONTENT_TYPE, Reply.JSON, HttpHeaders.CACHE_CONTROL, "public, max-age=300"),
        tokens.jwks().toBuffer());
  }

  private Reply refusal(HttpServerRequest request, Target target, Throwable failure) {
    Problem problem = problem(request, target, failure);
    LOG.debug(
        "refused: {} {} {}: {}",
        request.method(),
        target.address(),
        target.address() == Address.ASSET ? "" : target.name(),
        problem.code());
    Reply reply = Reply.problem(problem);
    if (problem.status() == 405) {
      return reply.with(HttpHeaders.ALLOW, target.address().allow());
    }
    return target.address() == Address.MY_PLACE
        ? reply.with(HttpHeaders.VARY, Reply.BY_CONTENT_AND_LANGUAGE)
        : reply;
  }

  private static Problem problem(HttpServerRequest request, Target target, Throwable failure) {
    if (failure instanceof ProblemException refused) {
      return refused.problem();
    }
    if (failure instanceof UnknownEventException) {
      return Problem.unknownEvent();
    }
    if (failure instanceof QueueUnavailableException) {
      return Problem.restoring();
    }
    if (!request.response().closed()) {
      LOG.error("failed: {} {}", request.method(), target.address(), failure);
    }
    return Problem.internal();
  }
}
