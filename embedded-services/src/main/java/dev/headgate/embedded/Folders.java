package dev.headgate.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folders that only we, or only the services' account, can write to. */
final class Folders {
  private Folders() {}

  /** A new folder of the services' account alone; nothing in it is worth keeping. */
  static Path temporary(String prefix, Account account) {
    try {
      Path made = Files.createTempDirectory(prefix).toAbsolutePath();
      account.giveToService(made);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A folder that outlives us, made where it is missing, for the services' account alone. */
  static Path kept(Path folder, Account account) {
    Path made = made(folder.toAbsolutePath().normalize(), "rwx------");
    account.giveToService(made);
    return made;
  }

  /** Makes a folder with these permissions where it is missing. */
  static Path made(Path folder, String permissions) {
    try {
      if (!Files.isDirectory(folder)) {
        Path parent = folder.getParent();
        if (parent != null) {
          Files.createDirectories(parent);
        }
        Set<PosixFilePermission> wanted = PosixFilePermissions.fromString(permissions);
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(wanted));
        // Again, because the first time the process's umask had its say.
        Files.setPosixFilePermissions(folder, wanted);
      }
      return folder;
    } catch (FileAlreadyExistsException e) {
      return folder; // another JVM was a moment faster
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a folder is a real one of ours that nobody else can write to. */
  static boolean trusted(Path folder, Account account) {
    try {
      Set<PosixFilePermission> permissions =
          Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Account.ownerOf(folder) == account.uid()
          && !permissions.contains(PosixFilePermission.GROUP_WRITE)
          && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException e) {
      return false;
    }
  }

  static void delete(Path folder) {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.walkFileTree(folder, new Deletion());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE; // a service that is ending removes its own files, too
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
