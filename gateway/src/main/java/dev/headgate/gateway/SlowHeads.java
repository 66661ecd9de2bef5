package dev.headgate.gateway;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpObjectDecoder;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is looked at before a request is one: ends connections whose request heads do not come to an
 * end. A timeout of silence alone does not: one byte now and then keeps such a connection, and a
 * few thousand of them cost an attacker nothing.
 */
final class SlowHeads {

  /** How many looks without a new request an HTTP/2 connection without open streams may last. */
  private static final int QUIET_LOOKS = 5;

  private SlowHeads() {}

  /**
   * Watches a connection, from its event loop.
   *
   * @param patience how long a head may take from its first byte; over HTTP/2, how long the first
   *     request may take, and a fifth of how long a connection lasts without one
   */
  static void watch(HttpConnection connection, Duration patience) {
    if (!(connection instanceof ConnectionBase base)) {
      return;
    }
    Channel channel = base.channel();
    ChannelPipeline pipeline = channel.pipeline();
    ChannelHandlerContext decoder = pipeline.context(HttpObjectDecoder.class);
    if (decoder != null) {
      Deadline deadline = new Deadline(patience);
      pipeline.addBefore(decoder.name(), null, deadline);
      pipeline.addAfter(decoder.name(), null, new HeadsSeen(deadline));
      return;
    }
    Http2ConnectionHandler http2 = pipeline.get(Http2ConnectionHandler.class);
    if (http2 != null) {
      new QuietHttp2(connection, http2.connection()).lookEvery(patience, channel);
    }
  }

  /** Sees bytes before they are read as requests. */
  private static final class Deadline extends ChannelInboundHandlerAdapter {
    private final Duration patience;
    private boolean withinHead;
    private boolean betweenRequests = true;
    private @Nullable ScheduledFuture<?> end;

    Deadline(Duration patience) {
      this.patience = patience;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
      if (betweenRequests) {
        betweenRequests = false;
        withinHead = true;
      }
      ctx.fireChannelRead(bytes);
      // Most heads come in one piece, and have been read by now: those cost no timer.
      if (withinHead && end == null && !ctx.isRemoved()) {
        end =
            ctx.executor().schedule(() -> giveUp(ctx), patience.toMillis(), TimeUnit.MILLISECONDS);
      }
    }

    private void giveUp(ChannelHandlerContext ctx) {
      // What has become of a WebSocket are frames, which nobody here reads as requests.
      boolean stillHttp = ctx.pipeline().get(HttpObjectDecoder.class) != null;
      if (withinHead && stillHttp) {
        var unused = ctx.close();
      }
    }

    void headSeen() {
      withinHead = false;
      betweenRequests = false;
      disarm();
    }

    void requestSeen() {
      betweenRequests = true;
    }

    private void disarm() {
      if (end != null) {
        end.cancel(false);
        end = null;
      }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
      disarm();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      disarm();
      ctx.fireChannelInactive();
    }
  }

  /** Sees what the bytes were read as. */
  private static final class HeadsSeen extends ChannelInboundHandlerAdapter {
    private final Deadline deadline;

    HeadsSeen(Deadline deadline) {
      this.deadline = deadline;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object read) {
      if (read instanceof HttpRequest) {
        deadline.headSeen();
      }
      if (read instanceof LastHttpContent) {
        deadline.requestSeen();
      }
      ctx.fireChannelRead(read);
    }
  }

  /**
   * Streams exist only once their heads are complete, so a connection on which none begins, and
   * none is open, is either idle or dribbling; pings make no difference.
   */
  private static final class QuietHttp2 {
    private final HttpConnection connection;
    private final Http2Connection streams;
    private int lastStream;
    private int quietLooks;

    QuietHttp2(HttpConnection connection, Http2Connection streams) {
      this.connection = connection;
      this.streams = streams;
    }

    void lookEvery(Duration interval, Channel channel) {
      ScheduledFuture<?> looking =
          channel
              .eventLoop()
              .scheduleAtFixedRate(
                  this::look, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
      channel.closeFuture().addListener(closed -> looking.cancel(false));
    }

    private void look() {
      int newest = streams.remote().lastStreamCreated();
      boolean quiet = newest == lastStream && streams.numActiveStreams() == 0;
      quietLooks = quiet ? quietLooks + 1 : 0;
      lastStream = newest;
      if (newest == 0 || quietLooks >= QUIET_LOOKS) {
        connection.close().onFailure(gone -> {});
      }
    }
  }
}
