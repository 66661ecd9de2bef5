package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.headgate.gateway.config.GatewayConfig;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks again and again at a configuration file. It reads what is in it, not when it was written:
 * clocks of file systems are coarse, and mounted files are swapped by links.
 */
final class ConfigWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigWatch.class);

  private final Path file;
  private final ReloadMeters meters;
  private byte @Nullable [] seen;
  private byte @Nullable [] taken;
  private byte @Nullable [] tried;
  private String complaint = "";

  ConfigWatch(Path file, ReloadMeters meters) {
    this.file = file;
    this.meters = meters;
  }

  /**
   * What has changed, once two looks in a row have seen the same: a file that is being written is
   * read half. What could not be used is tried again, since a key file that is missing may come.
   * Blocks; one look at a time.
   */
  synchronized Optional<GatewayConfig> look() {
    byte[] now = read();
    boolean settled = Arrays.equals(now, seen);
    seen = now;
    if (!settled) {
      return Optional.empty();
    }
    if (now == null) {
      complain(file + " cannot be read");
    } else if (Arrays.equals(now, taken)) {
      calm();
    } else if (taken != null && isBlank(now)) {
      // It would mean every default; more likely somebody has just begun to write it.
      complain(file + " is empty");
    } else {
      return parsed(now);
    }
    return Optional.empty();
  }

  private Optional<GatewayConfig> parsed(byte[] text) {
    tried = text;
    try {
      return Optional.of(GatewayConfig.parse(file, text));
    } catch (RuntimeException broken) {
      // Whatever it is that cannot be read there, the gateway goes on.
      complain(String.valueOf(broken.getMessage()));
      return Optional.empty();
    }
  }

  /** Has a configuration taken into use, if there is one. */
  Future<Void> apply(Optional<GatewayConfig> next, Function<GatewayConfig, Future<Void>> reload) {
    return next.isEmpty()
        ? Future.succeededFuture()
        : reload
            .apply(next.get())
            .onSuccess(used -> accept())
            .onFailure(failure -> complain(file + " cannot be used: " + failure.getMessage()));
  }

  private synchronized void accept() {
    taken = tried;
    complaint = "";
    meters.taken(Instant.now());
  }

  /** The file says again what is in use. */
  private void calm() {
    if (!complaint.isEmpty()) {
      complaint = "";
      meters.taken(Instant.now());
      LOG.info("{} says again what is in use", file);
    }
  }

  private synchronized void complain(String about) {
    meters.refused();
    if (!about.equals(complaint)) {
      complaint = about;
      LOG.warn("the configuration in use stays: {}", about);
    }
  }

  private static boolean isBlank(byte[] text) {
    return new String(text, UTF_8).isBlank();
  }

  private byte @Nullable [] read() {
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      return null;
    }
  }
}
