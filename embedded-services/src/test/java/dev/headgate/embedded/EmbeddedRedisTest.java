package dev.headgate.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRedisTest {
  @Test
  void answersOnLoopbackOnlyAndLeavesNothingWhenClosed() throws IOException {
    EmbeddedRedis redis = EmbeddedRedis.start();
    long pid = redis.pid();
    assertEquals("redis://127.0.0.1:" + redis.port(), redis.uri().toString());
    assertEquals("+OK", ask(redis, "SET a 1"));
    assertTrue(ask(redis, "CONFIG GET bind").contains("127.0.0.1"));
    String folder = ask(redis, "CONFIG GET dir").lines().toList().get(4);
    redis.close();
    Processes.awaitGone(pid);
    assertTrue(Files.notExists(Path.of(folder)), folder);
  }

  @Test
  void twoLiveSideBySide() throws IOException {
    try (EmbeddedRedis one = EmbeddedRedis.start();
        EmbeddedRedis two = EmbeddedRedis.start()) {
      assertNotEquals(one.port(), two.port());
      assertEquals("+OK", ask(one, "SET a 1"));
      assertEquals("$-1", ask(two, "GET a"));
    }
  }

  @Test
  void isAnEmptyOneAfterARestartUnlessDurable() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start()) {
      int port = redis.port();
      assertEquals("+OK", ask(redis, "SET a 1"));
      redis.kill();
      redis.restart();
      assertEquals(port, redis.port());
      assertEquals("$-1", ask(redis, "GET a"));
    }
  }

  @Test
  void keepsDataAcrossAKillWhenDurableAndForgetsItWhenTold() throws IOException {
    try (EmbeddedRedis redis = EmbeddedRedis.start(Options.temporary().withDurability())) {
      assertEquals("+OK", ask(redis, "SET a 1"));
      redis.kill();
      redis.restart();
      assertEquals("$1\r\n1", ask(redis, "GET a"));
      redis.restartEmpty();
      assertEquals("$-1", ask(redis, "GET a"));
    }
  }

  @Test
  void keepsItsDirectoryForTheNextStart(@TempDir Path folder) throws IOException {
    Processes.openToTheServices(folder);
    Options options = Options.kept(folder.resolve("redis"));
    try (EmbeddedRedis redis = EmbeddedRedis.start(options)) {
      assertEquals("+OK", ask(redis, "SET a 1"));
    }
    try (EmbeddedRedis redis = EmbeddedRedis.start(options)) {
      assertEquals("$1\r\n1", ask(redis, "GET a"));
    }
  }

  @Test
  void saysSoWhenTheWantedPortIsTaken() {
    try (EmbeddedRedis redis = EmbeddedRedis.start()) {
      Options options = Options.temporary().withPort(redis.port());
      EmbeddedException refused =
          assertThrows(EmbeddedException.class, () -> EmbeddedRedis.start(options));
      assertEquals("port " + options.port() + " on 127.0.0.1 is taken", refused.getMessage());
    }
  }

  private static String ask(EmbeddedRedis redis, String command) throws IOException {
    try (Socket socket = new Socket(Ports.loopback(), redis.port())) {
      socket.getOutputStream().write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.UTF_8));
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return all.substring(0, all.length() - "\r\n+OK\r\n".length());
    }
  }
}
