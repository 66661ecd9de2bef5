package dev.headgate.gateway.operator;

import dev.headgate.gateway.queue.EventView;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What everybody is told of draws.
 *
 * @param origin where fans ask for it
 * @param document what is answered there
 * @param code a text as a QR code in SVG, which takes milliseconds
 */
public record PublicDraws(
    URI origin, Function<EventView, Buffer> document, UnaryOperator<String> code) {

  /** Where the draw of this life of the event stays, as long as the event has this life. */
  String address(EventView view) {
    return origin + "/queue/" + view.event() + "/draw?epoch=" + view.epoch();
  }
}
