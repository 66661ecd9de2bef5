package dev.headgate.gateway.edge;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An HTTP answer as it came over the wire, to a request written byte by byte. */
record Answer(int status, List<String> headers, String body) {

  /** Sends a request, head and body as given, and reads until the server closes. */
  static Answer to(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return parsed(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Answer parsed(String text) {
    int end = text.indexOf("\r\n\r\n");
    List<String> lines = new ArrayList<>(List.of(text.substring(0, end).split("\r\n", -1)));
    int status = Integer.parseInt(lines.remove(0).split(" ", -1)[1]);
    return new Answer(status, lines, text.substring(end + 4));
  }

  /** Every value of a header. */
  List<String> all(String name) {
    String start = name.toLowerCase(Locale.ROOT) + ":";
    return headers.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
        .map(line -> line.substring(start.length()).trim())
        .toList();
  }

  /** The one value of a header; empty when there is none. */
  String header(String name) {
    return String.join("|", all(name));
  }

  JsonObject json() {
    return new JsonObject(body);
  }

  /** The code of a problem answer. */
  String problem() {
    return header("content-type").equals("application/problem+json")
        ? json().getString("type").replace("urn:headgate:problem:", "")
        : "no problem: " + body;
  }
}
