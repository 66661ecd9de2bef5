package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The folder the keys live in: files that only their owner may open.
 *
 * @param path the folder
 * @param createMissing whether what is missing is made
 */
record KeyFolder(Path path, boolean createMissing) {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final int MAX_BYTES = 16 * 1024;
  private static final String LOCK = ".admission.lock";
  private static final Object ONE_AT_A_TIME = new Object();

  /** The text of a key file, which is made if it is missing and may be. */
  String read(String name, Supplier<String> newKey) {
    Path file = path.resolve(name);
    try {
      if (!Files.exists(file)) {
        create(file, newKey);
      }
    } catch (IOException e) {
      throw unusable(file, e);
    }
    return read(name);
  }

  /** The text of a key file, without the line break at its end. */
  String read(String name) {
    Path file = path.resolve(name);
    try {
      requireOwnerOnly(file);
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalStateException(file + ": too large to be a key");
      }
      return Files.readString(file, US_ASCII).strip();
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(
          file + ": missing (expected: the key file that all gateways share)", null);
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  boolean has(String name) {
    return Files.exists(path.resolve(name));
  }

  /** Whether there is a file whose name matches. */
  boolean hasAny(String glob) {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (DirectoryStream<Path> matching = Files.newDirectoryStream(path, glob)) {
      return matching.iterator().hasNext();
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** When a file was last written. */
  Instant writtenAt(String name) {
    Path file = path.resolve(name);
    try {
      return Files.getLastModifiedTime(file).toInstant();
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /** Writes a file that is whole or not there at all, whatever happens; it may replace one. */
  void put(String name, String text) {
    Path file = path.resolve(name);
    try {
      Path draft = Files.createTempFile(path, "." + name, ".new");
      try {
        write(draft, text + "\n");
        Path unused = Files.move(draft, file, ATOMIC_MOVE, REPLACE_EXISTING);
        syncFolder();
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /** Deletes a file, if it is there. */
  void delete(String name) {
    Path file = path.resolve(name);
    try {
      if (Files.deleteIfExists(file)) {
        syncFolder();
      }
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /** Does something while no other process, and no other thread, does it in this folder. */
  <T> T alone(Supplier<T> change) {
    Path file = path.resolve(LOCK);
    // A process holds a file's lock once; its threads take turns here.
    synchronized (ONE_AT_A_TIME) {
      try (FileChannel channel = FileChannel.open(file, Set.of(CREATE, WRITE), owned(OWNER_ONLY));
          FileLock lock = channel.lock()) {
        if (!lock.isValid()) {
          throw new IllegalStateException(file + ": cannot be locked");
        }
        return change.get();
      } catch (IOException e) {
        throw unusable(file, e);
      }
    }
  }

  // The cause is left out where it could quote what it read; only its kind is said.
  private static IllegalStateException unusable(Path file, IOException e) {
    return new IllegalStateException(file + ": cannot be used (" + e.getClass() + ")", null);
  }

  private void create(Path file, Supplier<String> newKey) throws IOException {
    if (!createMissing) {
      throw new IllegalStateException(
          file + ": missing (expected: the key file that all gateways share)");
    }
    Files.createDirectories(path, owned(FOLDER));
    Path draft = Files.createTempFile(path, "." + file.getFileName(), ".new");
    try {
      write(draft, newKey.get() + "\n");
      publish(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  // A link, unlike a rename, never replaces: of two gateways starting at once one makes the key,
  // and the other reads it.
  private void publish(Path draft, Path file) throws IOException {
    try {
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException another) {
      return;
    } catch (UnsupportedOperationException noLinksHere) {
      Files.move(draft, file);
    }
    syncFolder();
  }

  private void syncFolder() throws IOException {
    try (FileChannel folder = FileChannel.open(path, READ)) {
      folder.force(true);
    }
  }

  private static void write(Path draft, String text) throws IOException {
    PosixFileAttributeView posix = posix(draft);
    if (posix != null) {
      posix.setPermissions(OWNER_ONLY);
    }
    try (FileChannel channel = FileChannel.open(draft, WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static void requireOwnerOnly(Path file) throws IOException {
    PosixFileAttributeView posix = posix(file);
    if (posix == null) {
      return;
    }
    Set<PosixFilePermission> open = posix.readAttributes().permissions();
    for (PosixFilePermission permission : open) {
      if (!permission.name().startsWith("OWNER_")) {
        throw new IllegalStateException(
            file
                + ": mode "
                + PosixFilePermissions.toString(open)
                + " (expected: rw-------, open to its owner only)");
      }
    }
  }

  private FileAttribute<?>[] owned(Set<PosixFilePermission> permissions) {
    Path existing = path.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    return posix(existing) == null
        ? new FileAttribute<?>[0]
        : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
  }

  private static @Nullable PosixFileAttributeView posix(Path file) {
    return Files.getFileAttributeView(file, PosixFileAttributeView.class);
  }
}
