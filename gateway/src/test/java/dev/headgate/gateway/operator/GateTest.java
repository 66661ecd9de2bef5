package dev.headgate.gateway.operator;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.access.AccessRules;
import dev.headgate.gateway.access.Caller;
import dev.headgate.gateway.access.SignedIn;
import dev.headgate.gateway.config.OperatorSessions;
import dev.headgate.gateway.config.OperatorToken;
import dev.headgate.gateway.config.Role;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Whoever listens is looked at again and again. */
class GateTest extends OperatorHttp {
  private static final String LIVE = "/api/events/derby/live";
  private static final String LATE = LIVE + "?late";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

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

  @Test
  void whoHasGoneBeforeTheyWereKnownIsLookedAtNoMore() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    port = listen(parts(new LateAccess(access, asked)));
    try (Socket gone = new Socket(InetAddress.getLoopbackAddress(), port)) {
      ask(gone, LATE);
      await().atMost(PATIENCE).until(() -> asked.contains(LATE));
    }
    // Somebody else's stream is looked at meanwhile, as often as theirs would have been.
    try (Socket stays = new Socket(InetAddress.getLoopbackAddress(), port)) {
      stays.setSoTimeout(60_000);
      BufferedReader unused = listen(stays);
      await().atMost(PATIENCE).until(() -> asked.size() >= 5);
    }
    assertEquals(1, asked.stream().filter(LATE::equals).count(), asked::toString);
  }

  /** Knows who asks at one address once they have gone, and all others at once. */
  private record LateAccess(Access known, List<String> asked) implements Access {
    @Override
    public Future<Caller> caller(HttpServerRequest request) {
      asked.add(request.uri());
      if (!request.uri().equals(LATE)) {
        return known.caller(request);
      }
      Promise<Caller> late = Promise.promise();
      request.connection().closeHandler(gone -> known.caller(request).onComplete(late));
      return late.future();
    }

    @Override
    public Future<SignedIn> signIn(HttpServerRequest request, String token) {
      return known.signIn(request, token);
    }

    @Override
    public Future<SignedIn> session(HttpServerRequest request) {
      return known.session(request);
    }

    @Override
    public Future<SignedOut> signOut(HttpServerRequest request) {
      return known.signOut(request);
    }

    @Override
    public Future<Leave> toIssuer(String to) {
      return known.toIssuer(to);
    }

    @Override
    public Future<Leave> fromIssuer(HttpServerRequest request) {
      return known.fromIssuer(request);
    }

    @Override
    public void reconfigure(AccessRules rules) {
      known.reconfigure(rules);
    }
  }

  private static AccessRules rulesOf(OperatorToken... tokens) {
    return new AccessRules(List.of(tokens), List.of(), null, OperatorSessions.usual(), null);
  }

  private static void ask(Socket socket, String path) throws IOException {
    String request = "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n";
    byte[] bytes = request.formatted(path, VIEWER).getBytes(StandardCharsets.US_ASCII);
    socket.getOutputStream().write(bytes);
  }

  private static BufferedReader listen(Socket socket) throws IOException {
    ask(socket, LIVE);
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
