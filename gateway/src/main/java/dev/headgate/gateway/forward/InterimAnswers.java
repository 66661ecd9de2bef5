package dev.headgate.gateway.forward;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Drops what an upstream says before its answer (RFC 9110, 15.2). Vert.x knows 100 and 103, and
 * would take every other such word for the answer itself, and the answer for nobody's.
 */
final class InterimAnswers extends ChannelInboundHandlerAdapter {
  private boolean dropping;

  private InterimAnswers() {}

  /** To be called as soon as a connection to an upstream is there. */
  static void drop(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      Channel channel = base.channel();
      ChannelHandlerContext codec = channel.pipeline().context(HttpClientCodec.class);
      if (codec != null) {
        channel.pipeline().addAfter(codec.name(), "interimAnswers", new InterimAnswers());
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpResponse answer) {
      dropping = isUnknown(answer.status().code());
    }
    if (!dropping) {
      context.fireChannelRead(message);
      return;
    }
    dropping = !(message instanceof LastHttpContent);
    ReferenceCountUtil.release(message);
  }

  private static boolean isUnknown(int status) {
    return status > HttpResponseStatus.SWITCHING_PROTOCOLS.code()
        && status < HttpResponseStatus.OK.code()
        && status != HttpResponseStatus.EARLY_HINTS.code();
  }
}
