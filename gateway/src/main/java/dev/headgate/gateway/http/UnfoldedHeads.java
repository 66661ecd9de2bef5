package dev.headgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.VertxException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;

/**
 * Makes a request with a header line that goes on in the next one a request that cannot be read
 * (RFC 9112, 5.2). Netty joins such lines without a trace, so they are looked for in the bytes, a
 * line at a time, just before it reads them; all else is left to it.
 */
public final class UnfoldedHeads extends VertxHttpRequestDecoder {
  private boolean withinHead = true;
  private boolean begun;
  private boolean folded;

  private UnfoldedHeads(HttpServerOptions options) {
    super(options);
  }

  /**
   * To be called as soon as a connection is there, before any other handler is put beside its
   * decoder; over HTTP/2 there are no lines.
   *
   * @param options the server's
   */
  public static void watch(HttpConnection connection, HttpServerOptions options) {
    if (connection instanceof HttpServerConnection server) {
      ChannelPipeline pipeline = server.channelHandlerContext().pipeline();
      ChannelHandlerContext decoder = pipeline.context(HttpRequestDecoder.class);
      if (decoder != null) {
        pipeline.replace(decoder.handler(), decoder.name(), new UnfoldedHeads(options));
      }
    }
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf bytes, List<Object> out)
      throws Exception {
    if (withinHead) {
      look(bytes);
    }
    int before = out.size();
    super.decode(ctx, bytes, out);
    for (int i = before; i < out.size(); i++) {
      if (out.get(i) instanceof HttpRequest request) {
        headRead(request);
      }
      if (out.get(i) instanceof LastHttpContent) {
        withinHead = true;
      }
    }
  }

  private void headRead(HttpRequest request) {
    if (folded && request.decoderResult().isSuccess()) {
      request.setDecoderResult(DecoderResult.failure(new VertxException("folded line", true)));
    }
    withinHead = false;
    begun = false;
    folded = false;
  }

  // Whole lines alone: the rest is there again with the next bytes.
  private void look(ByteBuf bytes) {
    int line = bytes.readerIndex();
    int end = bytes.indexOf(line, bytes.writerIndex(), (byte) '\n');
    while (end >= 0) {
      byte first = bytes.getByte(line);
      if (begun && (first == '\n' || (first == '\r' && end == line + 1))) {
        return;
      }
      folded |= begun && (first == ' ' || first == '\t');
      begun = begun || isVisible(bytes, line, end);
      line = end + 1;
      end = bytes.indexOf(line, bytes.writerIndex(), (byte) '\n');
    }
  }

  // What stands before the first line of a head is skipped.
  private static boolean isVisible(ByteBuf bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes.getByte(i) > ' ') {
        return true;
      }
    }
    return false;
  }
}
