package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
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

  /** The text of a key file, without the line break at its end. */
  String read(String name, Supplier<String> newKey) {
    Path file = path.resolve(name);
    try {
      if (!Files.exists(file)) {
        create(file, newKey);
      }
      requireOwnerOnly(file);
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalStateException(file + ": too large to be a key");
      }
      return Files.readString(file, US_ASCII).strip();
    } catch (IOException e) {
      // The cause is left out where it could quote what it read; only its kind is said.
      throw new IllegalStateException(file + ": cannot be used (" + e.getClass() + ")", null);
    }
  }

  private void create(Path file, Supplier<String> newKey) throws IOException {
    if (!createMissing) {
      throw new IllegalStateException(
          file + ": missing (expected: the key file that all gateways share)");
    }
    Files.createDirectories(path, owned(path, FOLDER));
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

  private static FileAttribute<?>[] owned(Path folder, Set<PosixFilePermission> permissions) {
    Path existing = folder.toAbsolutePath();
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
