package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.config.OperatorSessions;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Whoever listens is looked at again and again. */
class GateTest extends OperatorHttp {

  @Test
  void whoIsOutListensNoLongerThoughTheirAddressIsLockedOut() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      BufferedReader lines = listen(socket);
      int status = 401;
      for (int guess = 0; status == 401; guess++) {
        status = send("GET", "/api/events", "guess-" + guess).statusCode();
      }
      assertEquals(429, status);
      access.reconfigure(
          new AccessRules(
              List.of(new OperatorToken("ann", Role.ADMIN, sha256(ADMIN))),
              List.of(),
              null,
              OperatorSessions.usual(),
              null));
      assertTrue(CompletableFuture.supplyAsync(() -> read(lines)).get(30, TimeUnit.SECONDS) > 0);
    }
  }

  private BufferedReader listen(Socket socket) throws IOException {
    String request =
        "GET /api/events/derby/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n";
    socket.getOutputStream().write(request.formatted(VIEWER).getBytes(StandardCharsets.US_ASCII));
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    assertEquals("HTTP/1.1 200 OK", lines.readLine());
    return lines;
  }

  /** How many lines come until the end. */
  private static long read(BufferedReader lines) {
    try {
      long count = 0;
      while (lines.readLine() != null) {
        count++;
      }
      return count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
