package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.queue.EventView;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * The fan's HTTP: the queue page, its public documents, places and admissions. One instance serves
 * one event loop and is used from it alone.
 *
 * <p>It answers every request it is given, those outside its addresses with 404; nothing a client
 * sends makes it answer with a 5xx.
 */
public interface Edge extends Handler<HttpServerRequest> {

  /** Whether a raw request path is one of the edge's, so that no forwarding rule sees it. */
  static boolean serves(String path) {
    return Target.isOurs(path);
  }

  /** An edge over its parts, for the event loop that calls this. */
  static Edge over(EdgeParts parts) {
    return new FanEdge(parts);
  }

  /** The public document of an event's draw, as JSON. */
  static Buffer drawDocument(EventView view) {
    return new DrawJson(new InstantText()).event(view);
  }

  /** A text as a QR code in SVG. It takes milliseconds. */
  static String qrCode(String text) {
    return SvgQrCode.of(text);
  }

  /**
   * Goes by another configuration's allowed origins and room for streams from the next request on;
   * on the loop.
   */
  void reconfigure(GatewayConfig next);

  /** Ends the streams of this loop, from the loop. */
  void close();
}
