package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.FieldType;
import dev.headgate.gateway.config.Fields;
import dev.headgate.gateway.config.InvalidSettingsException;
import dev.headgate.gateway.config.Pages;
import dev.headgate.gateway.config.Role;
import dev.headgate.gateway.http.AnswerHeaders;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.preview.FramedPages;
import dev.headgate.gateway.preview.FramedPages.Draft;
import dev.headgate.gateway.preview.FramedPages.Group;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The queue page in every state, of an event that need not exist yet, for a frame of the console.
 * Its addresses are those that the page has at fans, since the page goes by its own address.
 */
final class Previews {
  private static final String CORS = "Access-Control-Allow-Origin";
  private static final String RESOURCES = "Cross-Origin-Resource-Policy";
  private static final FieldType<String> TITLE = FieldType.text(200);

  private final FramedPages frames;
  private final Pages pages;

  Previews(FramedPages frames, Pages pages) {
    this.frames = frames;
    this.pages = pages;
  }

  /** What there is to choose: states, languages and themes. */
  Future<Void> choices(RoutingContext ctx) {
    Fields query = Fields.of(new JsonObject());
    ctx.queryParams().names().forEach(name -> query.wrong(name, "unknown name", "none"));
    query.check();
    JsonArray groups = new JsonArray();
    frames.groups().forEach(group -> groups.add(json(group)));
    JsonObject answer =
        new JsonObject()
            .put("groups", groups)
            .put("languages", new JsonArray(frames.languages()))
            .put("theme", pages.theme())
            .put("themes", new JsonArray(List.copyOf(new TreeSet<>(pages.themes().keySet()))));
    return EventDocument.send(ctx.response(), 200, answer);
  }

  private static JsonObject json(Group group) {
    JsonArray states = new JsonArray();
    group
        .states()
        .forEach(
            one ->
                states.add(new JsonObject().put("state", one.state()).put("shows", one.shows())));
    return new JsonObject().put("title", group.title()).put("states", states);
  }

  /** The page in a state, for who may read events. */
  Future<Void> page(RoutingContext ctx, Gate gate) {
    gate.require(ctx, Role.VIEWER);
    onlyRead(ctx);
    FramedPages.Document document =
        frames
            .document(String.valueOf(ctx.pathParam("state")), draft(ctx.queryParams()))
            .orElseThrow(() -> new ProblemException(Problem.notFound()));
    HttpServerResponse response = ctx.response();
    response
        .putHeader("Content-Security-Policy", document.policy())
        .putHeader("X-Frame-Options", "SAMEORIGIN")
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    return response.end(document.html()).otherwiseEmpty();
  }

  /** What it loads, which is public: a frame of no origin has no cookie to show. */
  Future<Void> asset(RoutingContext ctx) {
    onlyRead(ctx);
    Optional<FramedPages.Asset> found = frames.asset(String.valueOf(ctx.pathParam("asset")));
    FramedPages.Asset asset = found.orElseThrow(() -> new ProblemException(Problem.notFound()));
    QueuePage.Asset content = asset.content();
    HttpServerResponse response = ctx.response();
    AnswerHeaders.onData(response.headers());
    response
        .putHeader(CORS, "*")
        .putHeader(RESOURCES, "cross-origin")
        .putHeader(HttpHeaders.CONTENT_TYPE, content.contentType())
        .putHeader(
            HttpHeaders.CACHE_CONTROL,
            asset.lasting() ? "public, max-age=31536000, immutable" : "no-cache");
    return response.end(content.bytes()).otherwiseEmpty();
  }

  private static void onlyRead(RoutingContext ctx) {
    HttpMethod method = ctx.request().method();
    if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
      ctx.response().putHeader(HttpHeaders.ALLOW, "GET, HEAD");
      throw new ProblemException(Problem.methodNotAllowed());
    }
  }

  private Draft draft(MultiMap query) {
    JsonObject said = new JsonObject();
    List<FieldError> wrong = new ArrayList<>();
    for (String name : query.names()) {
      List<String> values = query.getAll(name);
      if (values.size() > 1) {
        wrong.add(new FieldError(name.equals("title") ? name : "query", "(expected: once)"));
      }
      said.put(name, values.get(0));
    }
    Fields fields = Fields.of(said);
    @Nullable String title = fields.nullable("title", TITLE);
    @Nullable String language = fields.nullable("lang", among(frames.languages()));
    @Nullable String theme = fields.nullable("theme", FieldType.text(63));
    fields.refuseUnknown();
    wrong.addAll(fields.errors());
    pages.fault(theme).ifPresent(wrong::add);
    if (!wrong.isEmpty()) {
      throw new InvalidSettingsException(wrong);
    }
    return new Draft(title, theme, language);
  }

  private static FieldType<String> among(List<String> languages) {
    return FieldType.matching(
        String.join("|", languages), "one of " + String.join(", ", languages));
  }
}
