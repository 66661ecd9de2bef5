package dev.headgate.gateway.forward;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A client that sends exactly the bytes it is told, and reads answers without being clever. */
final class Wire implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  Wire(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
  }

  /** One answer. */
  record Reply(int status, List<String> head, String body) {
    List<String> all(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return head.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).trim())
          .toList();
    }

    String header(String name) {
      return String.join(" | ", all(name));
    }

    boolean closes() {
      return header("Connection").equalsIgnoreCase("close");
    }

    String problem() {
      return header("Content-Type").equals("application/problem+json")
          ? body.replaceAll("(?s).*urn:headgate:problem:([a-z-]+).*", "$1")
          : "";
    }
  }

  /** One request, one answer, on a connection of its own. */
  static Reply exchange(int port, String request) throws IOException {
    try (Wire wire = new Wire(port)) {
      wire.send(request);
      return wire.read(request.startsWith("HEAD "));
    }
  }

  void send(String text) throws IOException {
    send(text.getBytes(ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  Reply read(boolean withoutBody) throws IOException {
    List<String> head = new ArrayList<>();
    String first = line();
    int status = Integer.parseInt(first.split(" ", 3)[1]);
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.add(line);
    }
    Reply reply = new Reply(status, head, "");
    boolean none = withoutBody || status < 200 || status == 204 || status == 304;
    return none ? reply : new Reply(status, head, body(reply));
  }

  /** The first bytes of what comes. */
  String first(int bytes) throws IOException {
    return new String(in.readNBytes(bytes), ISO_8859_1);
  }

  /** Reads up to the empty line that ends a head. */
  void skipHead() throws IOException {
    while (!line().isEmpty()) {
      // Nobody asks what it says.
    }
  }

  /** Everything until the other side closes. */
  byte[] rest() throws IOException {
    return in.readAllBytes();
  }

  /** Whether the other side has closed; waits for it. */
  boolean closed() throws IOException {
    try {
      return in.read() < 0;
    } catch (java.net.SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  /** Ends the connection at once, without a farewell. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private String body(Reply head) throws IOException {
    String length = head.header("Content-Length");
    if (!length.isEmpty()) {
      return new String(in.readNBytes(Integer.parseInt(length)), ISO_8859_1);
    }
    if (!head.header("Transfer-Encoding").equals("chunked")) {
      return new String(in.readAllBytes(), ISO_8859_1);
    }
    StringBuilder body = new StringBuilder();
    for (int size = size(); size > 0; size = size()) {
      body.append(new String(in.readNBytes(size), ISO_8859_1));
      String end = line();
      assert end.isEmpty() : end;
    }
    String end = line();
    assert end.isEmpty() : end;
    return body.toString();
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("closed after: " + line.toString(ISO_8859_1));
      }
      line.write(b);
    }
    return line.toString(ISO_8859_1).stripTrailing();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
