package dev.headgate.booking;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Requests as bytes, for what a well-behaved client will not send. */
final class RawHttp {
  private RawHttp() {}

  /** What came back. */
  record Answer(int status, String body) {}

  static Answer post(int port, String path, List<String> headers, String body) {
    return send(port, "POST " + path, headers, body);
  }

  static Answer get(int port, String path, List<String> headers) {
    return send(port, "GET " + path, headers, "");
  }

  private static Answer send(int port, String asked, List<String> headers, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        asked
            + " HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\nContent-Length: "
            + content.length
            + "\r\n"
            + String.join("\r\n", headers)
            + "\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().write(content);
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Answer(Integer.parseInt(answer.substring(9, 12)), answer);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
