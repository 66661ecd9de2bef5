package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.AcceptLanguage;
import dev.headgate.gateway.queue.EventView;
import dev.headgate.gateway.queue.Message;
import dev.headgate.gateway.queue.Reason;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/**
 * What the operator says to one fan.
 *
 * @param message the message, or null
 * @param reason why the event is paused; null where it is not, or nothing was said
 */
record Said(@Nullable Message message, @Nullable Reason reason) {

  static Said of(EventView view, MultiMap headers) {
    return new Said(FittingMessage.of(view, headers), FittingMessage.reason(view, headers));
  }

  static Said of(EventView view, AcceptLanguage wanted) {
    return new Said(FittingMessage.of(view, wanted), FittingMessage.reason(view, wanted));
  }
}
