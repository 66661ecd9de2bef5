package dev.headgate.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.vertx.core.VertxException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Makes a request of a version that is neither HTTP/1.0 nor HTTP/1.1 one that cannot be read.
 * Vert.x would answer it 501, in the version it came with, before any handler of ours sees it; but
 * what a client sends is never an error of the server.
 */
public final class KnownVersions extends ChannelInboundHandlerAdapter {
  private KnownVersions() {}

  /** To be called as soon as a connection is there; HTTP/2 has no such versions. */
  public static void watch(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      ChannelPipeline pipeline = server.channelHandlerContext().pipeline();
      ChannelHandlerContext decoder = pipeline.context(HttpRequestDecoder.class);
      if (decoder != null) {
        pipeline.addAfter(decoder.name(), "knownVersions", new KnownVersions());
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request && !isKnown(request.protocolVersion())) {
      HttpRequest unreadable =
          new DefaultHttpRequest(
              HttpVersion.HTTP_1_1, request.method(), request.uri(), request.headers());
      unreadable.setDecoderResult(
          DecoderResult.failure(new VertxException("unknown version", true)));
      context.fireChannelRead(unreadable);
    } else {
      context.fireChannelRead(message);
    }
  }

  // By identity, as Vert.x does it: "http/1.1" equals the constant, and is not known to Vert.x.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isKnown(HttpVersion version) {
    return version == HttpVersion.HTTP_1_1 || version == HttpVersion.HTTP_1_0;
  }
}
