package dev.headgate.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unpacked binaries, kept for the next start: one folder for each content, named by its hash, and
 * renamed into place only when complete, so that two JVMs may unpack at once.
 *
 * <p>What is started from here runs with our rights, so a folder that somebody else owns or can
 * write to is not used; nor is a shared temporary folder, where anybody may have made it first.
 */
final class BinaryCache {
  /** Puts the content of a resource into an empty folder. */
  interface Unpacking {
    void unpack(InputStream content, Path folder) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(BinaryCache.class);

  private final Account account;
  private final Path root;

  BinaryCache(Account account) {
    this(account, preferredRoot(account));
  }

  BinaryCache(Account account, @Nullable Path preferred) {
    this.account = account;
    this.root = usable(preferred);
  }

  /** The folder with a resource's unpacked content. */
  Path folderOf(String resource, Unpacking unpacking) {
    Path folder = root.resolve(resource + "-" + hashOf(resource).substring(0, 16));
    if (Files.exists(folder)) {
      if (!Folders.trusted(folder, account)) {
        throw new EmbeddedException(folder + " is not ours alone; remove it");
      }
      return folder;
    }
    return unpacked(resource, folder, unpacking);
  }

  private Path unpacked(String resource, Path folder, Unpacking unpacking) {
    try {
      Path fresh = Files.createTempDirectory(root, ".unpacking");
      try (InputStream content = open(resource)) {
        unpacking.unpack(content, fresh);
        Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(root));
        Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        Folders.delete(fresh);
        if (!Folders.trusted(folder, account)) { // else another JVM was a moment faster
          throw e;
        }
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("unpacking " + resource, e);
    }
  }

  private Path usable(@Nullable Path preferred) {
    if (preferred != null) {
      try {
        Path made = Folders.made(preferred, account.root() ? "rwxr-xr-x" : "rwx------");
        if (Folders.trusted(made, account) && Files.isWritable(made)) {
          return made;
        }
        LOG.warn("{} is not ours alone: binaries are unpacked anew at each start", made);
      } catch (UncheckedIOException e) {
        LOG.info("no place to keep unpacked binaries: {}", e.getMessage());
      }
    }
    return oneTimeRoot();
  }

  private Path oneTimeRoot() {
    try {
      Path made = Files.createTempDirectory("headgate-binaries");
      if (account.root()) {
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(made)));
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Root's home is closed to the services' account, so root keeps binaries where systems do. */
  private static @Nullable Path preferredRoot(Account account) {
    if (account.root()) {
      return Path.of("/var/cache/headgate");
    }
    try {
      String configured = System.getenv("XDG_CACHE_HOME");
      if (configured != null && Path.of(configured).isAbsolute()) {
        return Path.of(configured, "headgate");
      }
      return Path.of(System.getProperty("user.home"), ".cache", "headgate");
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static String hashOf(String resource) {
    try (InputStream content = open(resource)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static InputStream open(String resource) {
    InputStream content = BinaryCache.class.getResourceAsStream("/" + resource);
    if (content == null) {
      throw new EmbeddedException(
          resource + " is not on the class path (expected: binaries for this machine)");
    }
    return content;
  }
}
