package dev.headgate.gateway.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A client that sends exactly the bytes it is told, and reads answers without being clever. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int MOST_LINE_BYTES = 64 * 1024;

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new java.io.BufferedInputStream(socket.getInputStream());
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

    /** The problem's code, or nothing where the answer is no problem. */
    String problem() {
      return header("Content-Type").equals("application/problem+json")
          ? body.replaceAll("(?s).*urn:headgate:problem:([a-z-]+).*", "$1")
          : "";
    }
  }

  /** One request, one answer, on a connection of its own. */
  static Reply exchange(int port, String request) throws IOException {
    try (RawClient client = new RawClient(port)) {
      client.send(request);
      return client.read(request.startsWith("HEAD "));
    }
  }

  /** A request with these header lines after the Host. */
  static String request(String method, String target, String... headers) {
    StringBuilder request =
        new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: a.example\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    return request.append("\r\n").toString();
  }

  void send(String text) throws IOException {
    send(text.getBytes(ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** How long it waits for the next byte. */
  void patience(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  /** Says that nothing more will come. */
  void finish() throws IOException {
    socket.shutdownOutput();
  }

  /** The next answer; null where the other side has closed instead. */
  @Nullable Reply readOrEnd(boolean withoutBody) throws IOException {
    try {
      return read(withoutBody);
    } catch (EOFException closed) {
      return null;
    } catch (java.net.SocketException reset) {
      return null;
    }
  }

  /** The next answer that is final. */
  Reply read(boolean withoutBody) throws IOException {
    while (true) {
      Reply head = head();
      if (head.status() < 200) {
        continue;
      }
      boolean none = withoutBody || head.status() == 204 || head.status() == 304;
      return none ? head : new Reply(head.status(), head.head(), body(head));
    }
  }

  /** The next head, also one that only says that more will come. */
  Reply head() throws IOException {
    String first = line();
    if (!first.startsWith("HTTP/1.")) {
      throw new IOException("no answer: " + first);
    }
    int status = Integer.parseInt(first.split(" ", 3)[1]);
    List<String> head = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.add(line);
    }
    return new Reply(status, head, "");
  }

  /** The next bytes of what comes. */
  String first(int bytes) throws IOException {
    return new String(in.readNBytes(bytes), ISO_8859_1);
  }

  /** What comes until the other side closes; waits for it. */
  String rest() throws IOException {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    try {
      for (int b = in.read(); b >= 0; b = in.read()) {
        rest.write(b);
      }
    } catch (java.net.SocketException reset) {
      return rest.toString(ISO_8859_1);
    }
    return rest.toString(ISO_8859_1);
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
      return rest();
    }
    StringBuilder body = new StringBuilder();
    for (int size = size(); size > 0; size = size()) {
      body.append(new String(in.readNBytes(size), ISO_8859_1));
      mustBeEmpty(line());
    }
    mustBeEmpty(line());
    return body.toString();
  }

  private static void mustBeEmpty(String line) throws IOException {
    if (!line.isEmpty()) {
      throw new IOException("a chunk is followed by: " + line);
    }
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed after: " + line.toString(ISO_8859_1));
      }
      if (line.size() > MOST_LINE_BYTES) {
        throw new IOException("an endless line");
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
