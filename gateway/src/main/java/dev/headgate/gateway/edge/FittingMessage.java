package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Reason;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the operator says in the language of the fan who asks, or else the first there is. */
final class FittingMessage {
  private FittingMessage() {}

  static @Nullable Message of(EventView view, MultiMap headers) {
    List<Message> messages = view.messages();
    // Most say nothing, or the same to everybody; polls are many, and pay for no more than that.
    return messages.size() < 2 ? view.message() : of(view, wanted(headers));
  }

  static AcceptLanguage wanted(MultiMap headers) {
    return AcceptLanguage.of(headers.getAll(HttpHeaders.ACCEPT_LANGUAGE));
  }

  static @Nullable Message of(EventView view, AcceptLanguage wanted) {
    return best(view.messages(), Message::lang, wanted);
  }

  /** Why the event is paused. */
  static @Nullable Reason reason(EventView view, MultiMap headers) {
    boolean same = view.pauseReasons().size() < 2;
    return reason(view, same ? AcceptLanguage.unsaid() : wanted(headers));
  }

  static @Nullable Reason reason(EventView view, AcceptLanguage wanted) {
    return best(view.pauseReasons(), Reason::lang, wanted);
  }

  private static <T> @Nullable T best(
      List<T> said, Function<T, @Nullable String> lang, AcceptLanguage wanted) {
    if (said.size() < 2) {
      return said.isEmpty() ? null : said.get(0);
    }
    List<String> tags = new ArrayList<>();
    said.forEach(each -> tags.add(Objects.requireNonNullElse(lang.apply(each), "")));
    // Who reads German and is told nothing in it reads Swiss German, too.
    said.forEach(each -> tags.add(root(Objects.requireNonNullElse(lang.apply(each), ""))));
    int best = wanted.best(tags).map(tags::indexOf).orElse(0);
    return said.get(best % said.size());
  }

  private static String root(String tag) {
    int end = tag.indexOf('-');
    return end < 0 ? tag : tag.substring(0, end);
  }
}
