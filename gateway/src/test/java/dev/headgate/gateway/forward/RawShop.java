package dev.headgate.gateway.forward;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A shop that answers what it likes, byte for byte, as soon as it has read a head, and writes down
 * what comes on each of its connections.
 */
final class RawShop implements AutoCloseable {
  private final ServerSocket server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /** All that came, by connection. */
  final List<StringBuffer> heard = new CopyOnWriteArrayList<>();

  /** What each head is answered with. */
  volatile String answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  RawShop() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    begin(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** The heads that came on all connections. */
  long heads() {
    return heard.stream().mapToLong(one -> one.toString().split("\r\n\r\n", -1).length - 1).sum();
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "raw-shop");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        sockets.add(socket);
        StringBuffer bytes = new StringBuffer();
        heard.add(bytes);
        begin(() -> serve(socket, bytes));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket, StringBuffer bytes) {
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] piece = new byte[4096];
      long answered = 0;
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        bytes.append(new String(piece, 0, read, ISO_8859_1));
        long heads = bytes.toString().split("\r\n\r\n", -1).length - 1;
        for (; answered < heads; answered++) {
          socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
          socket.getOutputStream().flush();
        }
      }
    } catch (IOException gone) {
      bytes.append("");
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
