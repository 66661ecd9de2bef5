package dev.headgate.gateway.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntPredicate;

/** Stands before a Redis; what it answers is passed on when a test says so, or never. */
public final class WithheldAnswers implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  private final IntPredicate silent;
  private final int store;
  private final ServerSocket server;
  private int connections;
  private boolean held;

  /**
   * Starts to listen.
   *
   * @param silent of which connections no answer is ever passed on, by their number from 1
   */
  public WithheldAnswers(URI redis, IntPredicate silent) throws IOException {
    this.silent = silent;
    this.store = redis.getPort();
    this.server = new ServerSocket(0, 50, loopback);
    threads.execute(this::accept);
  }

  public URI uri() {
    return URI.create("redis://127.0.0.1:" + server.getLocalPort());
  }

  /** Passes no answer on until {@link #letPass}. */
  public synchronized void hold() {
    held = true;
  }

  /** Passes on what was held back, and all that comes. */
  public synchronized void letPass() {
    held = false;
    notifyAll();
  }

  /** How many have connected so far. */
  public synchronized int connections() {
    return connections;
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    letPass();
    List<Runnable> unused = threads.shutdownNow();
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket client = server.accept();
        Socket redis = new Socket(loopback, store);
        sockets.addAll(List.of(client, redis));
        int number = next();
        threads.execute(() -> pump(client, redis, false, false));
        threads.execute(() -> pump(redis, client, true, silent.test(number)));
      }
    } catch (IOException closed) {
      letPass();
    }
  }

  private synchronized int next() {
    connections++;
    return connections;
  }

  private void pump(Socket from, Socket to, boolean answers, boolean never) {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (answers) {
          awaitPassage();
        }
        if (!never) {
          out.write(buffer, 0, count);
        }
      }
    } catch (IOException | InterruptedException over) {
      return; // Either side has gone, and takes the other with it.
    }
  }

  private synchronized void awaitPassage() throws InterruptedException {
    while (held) {
      wait();
    }
  }
}
