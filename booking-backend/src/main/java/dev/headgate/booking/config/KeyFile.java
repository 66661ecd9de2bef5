package dev.headgate.booking.config;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** A secret in a file that only its owner may read, the same for every process that shares it. */
public final class KeyFile {
  private KeyFile() {}

  /** Makes the secret where there is none yet. */
  @FunctionalInterface
  public interface Maker<E extends Exception> {
    /** A new secret. */
    byte[] make() throws E;
  }

  /**
   * The secret in a file, which is made if it is missing.
   *
   * @throws IOException when it can be neither read nor made
   */
  public static <E extends Exception> byte[] read(Path file, Maker<E> maker) throws IOException, E {
    if (!Files.exists(file)) {
      write(file.toAbsolutePath(), maker.make());
    }
    return Files.readAllBytes(file);
  }

  /** Written beside and moved there whole: a second process never reads half a key. */
  private static void write(Path file, byte[] secret) throws IOException {
    Path folder = file.getParent();
    Files.createDirectories(folder);
    var ownerOnly =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Path fresh = Files.createTempFile(folder, "fresh", ".key", ownerOnly);
    try {
      Files.write(fresh, secret);
      Files.createLink(file, fresh);
    } catch (FileAlreadyExistsException another) {
      // Another process was first: its key is the one.
      return;
    } catch (UnsupportedOperationException noLinks) {
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
