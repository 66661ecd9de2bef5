package dev.headgate.gateway.operator;

import dev.headgate.gateway.config.EventSettings;
import dev.headgate.gateway.config.FieldType;
import dev.headgate.gateway.config.Fields;
import dev.headgate.gateway.http.JsonBody;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Reason;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What operators send. */
final class Bodies {
  private static final FieldType<String> REASON = FieldType.text(300);
  private static final FieldType<String> TEXT = FieldType.text(1000);
  private static final int MOST_LANGUAGES = 20;
  private static final FieldType<String> LANG =
      FieldType.matching(
          "[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}", "a BCP 47 language tag such as en or de-CH");

  private Bodies() {}

  /** The object in the body; empty when there is no body. */
  static JsonObject read(RoutingContext ctx) {
    Buffer body = ctx.body().buffer();
    if ((body == null || body.length() == 0) && !isAnnounced(ctx.request())) {
      return new JsonObject();
    }
    if (!isJson(ctx.request().getHeader(HttpHeaders.CONTENT_TYPE))) {
      throw new ProblemException(otherKind());
    }
    return body == null ? new JsonObject() : JsonBody.object(body);
  }

  /** The answer to a body that is not JSON. */
  static Problem otherKind() {
    return Problem.of(
        415,
        "unsupported-media-type",
        "The body is of another kind",
        "Send application/json, in UTF-8.");
  }

  // The parts of a form are taken out of the body before we see it.
  private static boolean isAnnounced(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        || (length != null && !length.equals("0"));
  }

  /** Which language a request names in its query; null when none. */
  static @Nullable String lang(HttpServerRequest request) {
    String query = request.query();
    // A misspelt name is not nothing: it would take all texts away. Why goes with any change.
    if (query == null
        || Set.of("why").containsAll(new QueryStringDecoder(query, false).parameters().keySet())) {
      return null;
    }
    Fields fields = Fields.of(new JsonObject().put("lang", request.getParam("lang")));
    String lang = fields.required("lang", LANG, "");
    fields.check();
    return lang;
  }

  /** Why an event is paused: once for everybody, or in some languages; empty for nothing. */
  static List<Reason> reasons(JsonObject body) {
    Fields fields = Fields.of(body);
    String one = fields.nullable("reason", REASON);
    Set<String> langs = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    List<Reason> each = fields.list("reasons", List.of(), entry -> reason(entry, langs));
    if (one != null && body.containsKey("reasons")) {
      fields.wrong("reasons", "both", "reason or reasons, not both");
    }
    if (each.size() > MOST_LANGUAGES) {
      fields.wrong("reasons", each.size() + " languages", "at most " + MOST_LANGUAGES);
    }
    fields.refuseUnknown();
    fields.check();
    return one == null ? each : Reason.only(one);
  }

  private static Reason reason(Fields.Entry entry, Set<String> langs) {
    Fields fields = entry.object();
    String text = fields.required("text", REASON, "");
    String lang = fields.required("lang", LANG, "");
    fields.refuseUnknown();
    if (!lang.isEmpty() && !langs.add(lang)) {
      fields.wrong("lang", lang, "each language once");
    }
    return new Reason(text, lang);
  }

  /** A body that has nothing to say. */
  static void none(JsonObject body) {
    Fields fields = Fields.of(body);
    fields.refuseUnknown();
    fields.check();
  }

  /**
   * What a new life of an event needs: its id once more, so that none ends by a slip, and perhaps a
   * start, which is read together with the settings it must go with.
   */
  record NewLife(String event, @Nullable Object start) {
    private static final FieldType<Object> ANYTHING =
        new FieldType<>("anything", false, value -> value, value -> null);

    static NewLife in(JsonObject body, String event) {
      FieldType<String> same = FieldType.matching(Pattern.quote(event), "the event's id, " + event);
      Fields fields = Fields.of(body);
      String confirmed = fields.required("confirm", same, event);
      Object start = fields.nullable("start", ANYTHING);
      fields.refuseUnknown();
      fields.check();
      return new NewLife(confirmed, start);
    }

    /** The settings of the new life. */
    EventSettings settings(EventSettings before) {
      return start == null ? before : EventSettings.fromJson(before.toJson().put("start", start));
    }
  }

  /** What everyone is to be told, and in which language. */
  record Words(String text, String lang) {
    static Words in(JsonObject body) {
      Fields fields = Fields.of(body);
      String text = fields.required("text", TEXT, "");
      String lang = fields.optional("lang", LANG, "en");
      fields.refuseUnknown();
      fields.check();
      return new Words(text, lang);
    }

    Message at(Instant time) {
      return new Message(text, lang, time);
    }

    JsonObject toJson() {
      return new JsonObject().put("text", text).put("lang", lang);
    }
  }

  private static boolean isJson(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].replaceAll("[\\s\"]", "");
      if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
        return false;
      }
    }
    String type = parts[0].trim();
    return type.equals("application/json") || type.matches("application/[a-z0-9.-]+\\+json");
  }
}
