package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A client that sends exactly the bytes it is told, which no library would. */
final class Wire implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final String PROBLEM = "urn:headgate:problem:";

  private final Socket socket;
  private final InputStream in;

  private Wire(int port) throws IOException {
    socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
  }

  /** One answer. */
  record Answer(int status, List<String> head, String body) {
    String header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return head.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).trim())
          .reduce("", (all, next) -> all.isEmpty() ? next : all + " | " + next);
    }

    /** The code of a problem answer; says what else it is where it is none. */
    String code() {
      if (!header("Content-Type").equals("application/problem+json")) {
        return "no problem but '" + header("Content-Type") + "' " + body;
      }
      JsonObject problem = new JsonObject(body);
      String type = problem.getString("type", "");
      boolean whole =
          type.startsWith(PROBLEM)
              && problem.getInteger("status", 0) == status
              && !problem.getString("title", "").isEmpty()
              && !problem.getString("detail", "").isEmpty();
      return whole ? type.substring(PROBLEM.length()) : "incomplete: " + body;
    }
  }

  /** One request and its answer, on a connection of its own. */
  static Answer exchange(int port, byte[] request, boolean isHead) throws IOException {
    try (Wire wire = new Wire(port)) {
      wire.send(request);
      Answer answer = wire.read(isHead);
      while (answer.status() < 200) {
        answer = wire.read(isHead);
      }
      return answer;
    }
  }

  /** An answer may come, and the connection end, before the last byte has been sent. */
  private void send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException closed) {
      return; // What was answered can still be read.
    }
  }

  private Answer read(boolean isHead) throws IOException {
    String first = line();
    int status = Integer.parseInt(first.split(" ", 3)[1]);
    List<String> head = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      head.add(line);
    }
    Answer answer = new Answer(status, head, "");
    boolean none = isHead || status < 200 || status == 204 || status == 304;
    return none ? answer : new Answer(status, head, body(answer));
  }

  private String body(Answer head) throws IOException {
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
    return body.toString();
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
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
