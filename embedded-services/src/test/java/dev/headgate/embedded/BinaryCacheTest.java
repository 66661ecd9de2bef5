package dev.headgate.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinaryCacheTest {
  private static final String RESOURCE = Platform.current().redisResource();

  private final Account account = Account.current();
  private final AtomicInteger unpacked = new AtomicInteger();

  @TempDir Path folder;

  @Test
  void unpacksOnceAndNamesTheFolderByTheContent() throws IOException {
    BinaryCache cache = new BinaryCache(account, folder.resolve("cache"));
    Path first = cache.folderOf(RESOURCE, this::unpack);
    Path again = new BinaryCache(account, folder.resolve("cache")).folderOf(RESOURCE, this::unpack);
    assertEquals(first, again);
    assertEquals(1, unpacked.get());
    assertTrue(first.getFileName().toString().matches(RESOURCE + "-[0-9a-f]{16}"));
    assertTrue(Files.size(first.resolve("program")) > 1_000_000);
  }

  @Test
  void manyAtOnceGetOneCompleteFolderAndLeaveNoRest() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      Callable<Path> start =
          () -> new BinaryCache(account, folder.resolve("cache")).folderOf(RESOURCE, this::unpack);
      for (Future<Path> each : pool.invokeAll(List.of(start, start, start, start, start, start))) {
        assertTrue(Files.size(each.get().resolve("program")) > 1_000_000);
      }
    } finally {
      pool.shutdownNow();
    }
    try (Stream<Path> left = Files.list(folder.resolve("cache"))) {
      assertEquals(1, left.count());
    }
  }

  @Test
  void doesNotUseAFolderThatOthersCanWriteTo() throws IOException {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path used = new BinaryCache(account, shared).folderOf(RESOURCE, this::unpack);
    assertFalse(used.startsWith(shared), used.toString());
  }

  @Test
  void doesNotUseAFolderThatIsALinkToSomewhereElse() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
    Path used = new BinaryCache(account, link).folderOf(RESOURCE, this::unpack);
    assertFalse(used.startsWith(link), used.toString());
    assertNotEquals(elsewhere, used.getParent());
  }

  @Test
  void refusesAnEntryThatOthersCanWriteTo() throws IOException {
    BinaryCache cache = new BinaryCache(account, folder.resolve("cache"));
    Path entry = cache.folderOf(RESOURCE, this::unpack);
    Files.setPosixFilePermissions(entry, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThrows(EmbeddedException.class, () -> cache.folderOf(RESOURCE, this::unpack));
  }

  @Test
  void namesTheMissingBinary() {
    BinaryCache cache = new BinaryCache(account, folder.resolve("cache"));
    EmbeddedException missing =
        assertThrows(EmbeddedException.class, () -> cache.folderOf("no-such", this::unpack));
    assertEquals(
        "no-such is not on the class path (expected: binaries for this machine)",
        missing.getMessage());
  }

  private void unpack(InputStream content, Path target) throws IOException {
    unpacked.incrementAndGet();
    Files.copy(content, target.resolve("program"));
  }
}
