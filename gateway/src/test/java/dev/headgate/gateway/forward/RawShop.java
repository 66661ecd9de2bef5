package dev.headgate.gateway.forward;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
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
  private final List<ByteArrayOutputStream> heard = new CopyOnWriteArrayList<>();

  /** What each head is answered with. */
  volatile String answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  RawShop() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    begin(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  /** All that came, by connection. */
  List<String> heard() {
    return heard.stream().map(bytes -> bytes.toString(ISO_8859_1)).toList();
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        heard.add(bytes);
        begin(() -> serve(socket, bytes));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket, ByteArrayOutputStream bytes) {
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] piece = new byte[4096];
      int answered = 0;
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        bytes.write(piece, 0, read);
        int heads = bytes.toString(ISO_8859_1).split("\r\n\r\n", -1).length - 1;
        for (; answered < heads; answered++) {
          socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
          socket.getOutputStream().flush();
        }
      }
    } catch (IOException gone) {
      bytes.write(new byte[0], 0, 0);
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
