package dev.headgate.booking.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that tickets are signed with. */
class TicketKeyTest {
  private final Path folder;

  TicketKeyTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aMissingKeyIsMadeForItsOwnerOnly() throws IOException {
    Path file = folder.resolve("deep/tickets.key");
    assertEquals(TicketKey.in(file).jwks(), TicketKey.in(file).jwks());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    try (var left = Files.list(folder.resolve("deep"))) {
      assertEquals(1, left.count(), "files left over");
    }
  }

  @Test
  void processesThatStartTogetherShareOneKey() throws Exception {
    Path file = folder.resolve("tickets.key");
    ExecutorService starting = Executors.newFixedThreadPool(16);
    try {
      List<Callable<String>> starts = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        starts.add(() -> TicketKey.in(file).jwks());
      }
      Set<String> keys = new HashSet<>();
      for (Future<String> each : starting.invokeAll(starts)) {
        keys.add(each.get());
      }
      assertEquals(1, keys.size());
    } finally {
      starting.shutdown();
    }
  }

  @Test
  void twoFoldersHaveTwoKeys() {
    assertFalse(
        TicketKey.in(folder.resolve("a")).jwks().equals(TicketKey.in(folder.resolve("b")).jwks()));
  }

  @Test
  void aBrokenKeyIsRefusedWithoutBeingQuoted() throws IOException {
    Path good = folder.resolve("good.key");
    String published = TicketKey.in(good).jwks();
    String jwk = Files.readString(good);
    Path other = folder.resolve("other.key");
    String otherX = TicketKey.in(other).jwks().replaceAll(".*\"x\":\"([^\"]+)\".*", "$1");
    String x = published.replaceAll(".*\"x\":\"([^\"]+)\".*", "$1");
    String secret = jwk.replaceAll(".*\"d\":\"([^\"]+)\".*", "$1");
    assertEquals(43, secret.length());
    List<String> broken =
        List.of(
            "",
            "{",
            secret,
            jwk.replace("Ed25519", "X25519"),
            jwk.replace(x, otherX),
            jwk.replace(secret, secret.substring(1)),
            jwk.replace("\"d\"", "\"e\""));
    for (String content : broken) {
      Path file = Files.writeString(folder.resolve("broken.key"), content);
      var refusal = assertThrows(IllegalStateException.class, () -> TicketKey.in(file));
      StringWriter trace = new StringWriter();
      refusal.printStackTrace(new PrintWriter(trace));
      assertFalse(trace.toString().contains(secret), "the key is in the message");
    }
  }
}
