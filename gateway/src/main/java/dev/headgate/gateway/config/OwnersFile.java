package dev.headgate.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/** A file that holds a secret, and is open to its owner alone. */
public final class OwnersFile {
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private OwnersFile() {}

  /**
   * What it says, in UTF-8. Blocks.
   *
   * @param wrong makes of what is wrong, which is no part of what it says, the failure to throw
   */
  public static String read(
      Path file, int mostBytes, Function<String, IllegalStateException> wrong) {
    try {
      if (Files.size(file) > mostBytes) {
        throw wrong.apply(file + ": too large");
      }
      if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
        throw wrong.apply(file + ": open to other users (expected: chmod 600)");
      }
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw wrong.apply(file + ": cannot be read");
    } catch (UnsupportedOperationException notPosix) {
      throw wrong.apply(file + ": its file system knows no owners");
    }
  }
}
