package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.policy.pace.Decision;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Stands between one gateway and Redis, and can hold back a tick on its way. */
final class RedisRelay implements AutoCloseable {
  private static final String MOVED = "*1\r\n$5\r\nMOVED\r\n";
  private static final String OK = "*1\r\n$2\r\nOK\r\n";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicReference<@Nullable CompletableFuture<HeldTick>> trap =
      new AtomicReference<>();
  private final InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  private final EmbeddedRedis redis;
  private final ServerSocket server;

  /** Starts to listen. */
  RedisRelay(EmbeddedRedis redis) throws IOException {
    this.redis = redis;
    this.server = new ServerSocket(0, 50, loopback);
    threads.execute(this::accept);
  }

  /** A tick that was decided and has not reached the store. */
  static final class HeldTick {
    private final CompletableFuture<Boolean> released = new CompletableFuture<>();
    private final CompletableFuture<Boolean> applied = new CompletableFuture<>();

    /** Lets it go on; tells, as soon as the store has answered, whether it changed anything. */
    CompletableFuture<Boolean> release() {
      boolean unused = released.complete(true);
      return applied;
    }
  }

  URI uri() {
    return URI.create("redis://127.0.0.1:" + server.getLocalPort());
  }

  /** Holds back the next tick that this gateway sends, if it sends any. */
  CompletableFuture<HeldTick> holdNextTick() {
    CompletableFuture<HeldTick> next = new CompletableFuture<>();
    trap.set(next);
    return next;
  }

  /** Holds back nothing more. */
  void letPass() {
    trap.set(null);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    List<Runnable> unused = threads.shutdownNow();
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket gateway = server.accept();
        Socket store = new Socket(loopback, redis.port());
        gateway.setTcpNoDelay(true);
        store.setTcpNoDelay(true);
        sockets.addAll(List.of(gateway, store));
        AtomicReference<@Nullable HeldTick> held = new AtomicReference<>();
        threads.execute(() -> pump(gateway, store, chunk -> holdIfTick(chunk, held)));
        threads.execute(() -> pump(store, gateway, chunk -> readAnswer(chunk, held)));
      }
    } catch (IOException closed) {
      letPass();
    }
  }

  private interface Sight {
    void of(byte[] chunk);
  }

  private static void pump(Socket from, Socket to, Sight sight) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        byte[] chunk = Arrays.copyOf(buffer, count);
        sight.of(chunk);
        out.write(chunk);
      }
    } catch (IOException closed) {
      return; // Either side has gone, and takes the other with it.
    }
  }

  private void holdIfTick(byte[] chunk, AtomicReference<@Nullable HeldTick> held) {
    CompletableFuture<HeldTick> waiting = trap.get();
    if (waiting == null || !isTick(new String(chunk, ISO_8859_1))) {
      return;
    }
    if (trap.compareAndSet(waiting, null)) {
      HeldTick tick = new HeldTick();
      held.set(tick);
      boolean unused = waiting.complete(tick);
      boolean go = tick.released.join();
      assert go;
    }
  }

  /** One whole script call that names a limit: only the one that moves the queue does. */
  private static boolean isTick(String text) {
    return text.startsWith("*")
        && text.endsWith("\r\n")
        && text.indexOf("EVALSHA") == text.lastIndexOf("EVALSHA")
        && Arrays.stream(Decision.Limit.values())
            .anyMatch(limit -> text.contains("\r\n" + limit.name() + "\r\n"));
  }

  private static void readAnswer(byte[] chunk, AtomicReference<@Nullable HeldTick> held) {
    HeldTick tick = held.get();
    if (tick == null || !tick.released.isDone()) {
      return;
    }
    String text = new String(chunk, ISO_8859_1);
    if (text.contains(MOVED) || text.contains(OK)) {
      boolean unused = tick.applied.complete(text.contains(OK));
      held.set(null);
    }
  }
}
