package dev.headgate.embedded;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a service is started.
 *
 * @param directory where its data is kept for the next start; null: a temporary one, deleted on
 *     close
 * @param port the loopback port; 0 takes a free one
 * @param durable whether data survives a {@code kill} and a restart (PostgreSQL: always)
 * @param shutdownHook whether the end of this JVM stops it; without, the caller does so in its own
 *     order. The kernel ends it in any case on Linux
 */
public record Options(@Nullable Path directory, int port, boolean durable, boolean shutdownHook) {
  public Options {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535)");
    }
  }

  /** In a temporary directory; Redis forgets everything when it is restarted. */
  public static Options temporary() {
    return new Options(null, 0, false, true);
  }

  /** In a directory that is kept, with what was written surviving every restart. */
  public static Options kept(Path directory) {
    return new Options(directory, 0, true, true);
  }

  public Options withPort(int wanted) {
    return new Options(directory, wanted, durable, shutdownHook);
  }

  /** With an append-only file in Redis, also in a temporary directory. */
  public Options withDurability() {
    return new Options(directory, port, true, shutdownHook);
  }

  public Options withoutShutdownHook() {
    return new Options(directory, port, durable, false);
  }
}
