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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever listens is looked at again and again. */
class GateTest extends OperatorHttp {

  @Test
  void whoIsOutListensNoLongerThoughTheirAddressIsLockedOut() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      BufferedReader lines = listen(socket);
      int status = 401;
      for (int guess = 0; status == 401; guess++) {
        status = send("GET", "/api/events", "guess-" + guess).statusCode();
      }
      assertEquals(429, status);
      access.reconfigure(rulesOf(new OperatorToken("ann", Role.ADMIN, sha256(ADMIN))));
      assertTrue(read(lines) > 0);
    }
  }

  @Test
  void whoseTokenIsTakenAwayLocksNobodyOutByAllThatTheyHaveOpen() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    try {
      List<BufferedReader> open = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.setSoTimeout(60_000);
        open.add(listen(socket));
      }
      access.reconfigure(rulesOf(new OperatorToken("ann", Role.ADMIN, sha256(ADMIN))));
      for (BufferedReader lines : open) {
        assertTrue(read(lines) > 0);
        assertEquals(401, send("GET", "/api/events", VIEWER).statusCode(), "who comes back");
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
    assertEquals(200, send("GET", "/api/events", ADMIN).statusCode(), "nobody was locked out");
  }

  private static AccessRules rulesOf(OperatorToken... tokens) {
    return new AccessRules(List.of(tokens), List.of(), null, OperatorSessions.usual(), null);
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
