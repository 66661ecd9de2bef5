package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Message;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The operator's message in the language of the fan who asks, or else the first there is. */
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
    List<Message> messages = view.messages();
    if (messages.size() < 2) {
      return view.message();
    }
    String best = wanted.best(messages.stream().map(Message::lang).toList()).orElse("");
    return messages.stream()
        .filter(message -> message.lang().equals(best))
        .findFirst()
        .orElseGet(view::message);
  }
}
