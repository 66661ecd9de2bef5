package dev.headgate.gateway.forward;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket between fan and upstream. Its bytes pass as they are; only where the upstream's
 * frames end is followed, so that the end of the session can be told in a frame of its own.
 */
final class Tunnel extends Vigil.Watched {
  /** RFC 6455, 7.4.1: an endpoint ends a connection because of a rule of its own. */
  private static final int POLICY_VIOLATION = 1008;

  private static final String SESSION_OVER = "the session is over";
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final NetSocket fan;
  private final NetSocket upstream;
  private final long idleNanos;
  private final @Nullable SessionGuard guard;
  private final FrameEdges edges = new FrameEdges();
  private long movedNanos = System.nanoTime();
  private boolean ending;
  private long endingNanos;
  private boolean closed;
  private @Nullable Vigil vigil;

  /**
   * @param upstream paused
   * @param idle after how long a silence of both sides it ends
   * @param guard knows when the session is over; null where there is none
   */
  Tunnel(NetSocket fan, NetSocket upstream, Duration idle, @Nullable SessionGuard guard) {
    this.fan = fan;
    this.upstream = upstream;
    this.idleNanos = idle.toNanos();
    this.guard = guard;
  }

  void open(Vigil vigil) {
    this.vigil = vigil;
    vigil.add(this);
    fan.closeHandler(gone -> close());
    upstream.closeHandler(gone -> close());
    fan.exceptionHandler(broken -> close());
    upstream.exceptionHandler(broken -> close());
    fan.handler(bytes -> pass(bytes, fan, upstream));
    upstream.handler(this::fromUpstream);
    fan.resume();
    upstream.resume();
  }

  private void fromUpstream(Buffer bytes) {
    if (ending) {
      int rest = edges.untilEdge(bytes);
      if (rest > 0) {
        pass(bytes.slice(0, rest), upstream, fan);
      }
      endAtEdge();
    } else {
      edges.follow(bytes);
      pass(bytes, upstream, fan);
    }
  }

  private void pass(Buffer bytes, NetSocket from, NetSocket to) {
    if (closed) {
      return;
    }
    movedNanos = System.nanoTime();
    to.write(bytes);
    if (to.writeQueueFull()) {
      from.pause();
      to.drainHandler(drained -> from.resume());
    }
  }

  @Override
  void look(long nowNanos) {
    if (ending) {
      if (nowNanos - endingNanos > PATIENCE_NANOS) {
        close();
      }
    } else if (nowNanos - movedNanos > idleNanos) {
      close();
    } else if (guard != null && guard.isOver(nowNanos)) {
      ending = true;
      endingNanos = nowNanos;
      endAtEdge();
    }
  }

  private void endAtEdge() {
    if (edges.atEdge() && !closed) {
      fan.write(closeFrame());
      close();
    }
  }

  private static Buffer closeFrame() {
    byte[] reason = SESSION_OVER.getBytes(StandardCharsets.UTF_8);
    return Buffer.buffer()
        .appendByte((byte) 0x88)
        .appendByte((byte) (2 + reason.length))
        .appendShort((short) POLICY_VIOLATION)
        .appendBytes(reason);
  }

  private void close() {
    if (!closed) {
      closed = true;
      if (vigil != null) {
        vigil.remove(this);
      }
      // What has been written before is sent first.
      fan.close();
      upstream.close();
    }
  }
}
