package dev.headgate.gateway.trace;

import dev.headgate.gateway.config.Traces;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What tracing is made of.
 *
 * @param rules where traces go, and of what; null where none are kept
 * @param fans the address at which fans ask, as they see it
 * @param operators the address at which operators ask
 * @param instance this process's name among those of one service
 * @param meters where spans are counted
 * @param timing how patient the sending is
 */
public record TracingParts(
    @Nullable Traces rules,
    URI fans,
    URI operators,
    String instance,
    MeterRegistry meters,
    Timing timing) {

  /**
   * How patient the sending is.
   *
   * @param every how long spans wait for others to be sent together
   * @param answer how long the collector may take for one request, tries included
   * @param room how many spans wait at most
   */
  public record Timing(Duration every, Duration answer, int room) {

    /** A second, ten seconds, and some megabytes of memory. */
    public static Timing usual() {
      return new Timing(Duration.ofSeconds(1), Duration.ofSeconds(10), 4_096);
    }
  }
}
