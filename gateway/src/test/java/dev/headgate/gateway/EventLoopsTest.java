package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLoopsTest {
  private static final int LOOPS = 3;

  @TempDir Path folder;

  @Test
  void allLoopsShareOnePortAlsoWhereAnyFreeOneWillDo() throws Exception {
    try (EmbeddedRedis redis = EmbeddedRedis.start()) {
      Gateway first = start(redis);
      Gateway second = start(redis);
      assertNotEquals(first.port(), second.port());
      for (Gateway gateway : List.of(first, second)) {
        answersOnEveryLoop(gateway.port());
        assertTrue(await(gateway.stop().map(true)));
      }
    }
  }

  private Gateway start(EmbeddedRedis redis) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("gateway.yaml"),
            """
            publicOrigin: http://127.0.0.1
            host: 127.0.0.1
            port: 0
            operatorPort: 0
            redis: %s
            keys: keys
            createMissingKeys: true
            eventLoops: %d
            """
                .formatted(redis.uri(), LOOPS));
    return await(Gateway.start(GatewayConfig.load(file)));
  }

  /** Connections go round the loops in turn. */
  private static void answersOnEveryLoop(int port) throws IOException {
    List<Socket> open = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * LOOPS; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(socket);
        socket.setSoTimeout(60_000);
        String request = "GET /.well-known/jwks.json HTTP/1.1\r\nHost: a\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        String answer = new String(socket.getInputStream().readNBytes(12), US_ASCII);
        assertTrue(answer.equals("HTTP/1.1 200"), answer);
      }
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
