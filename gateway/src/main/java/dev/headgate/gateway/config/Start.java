package dev.headgate.gateway.config;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When the sale starts, and with it the draw. */
public sealed interface Start {

  /** At an instant announced beforehand. */
  record At(Instant instant) implements Start {}

  /** When the operator says so. */
  record Manual() implements Start {}

  /** There is no start: the room is always on. */
  record Always() implements Start {}

  /** The instant, where there is one. */
  default @Nullable Instant instant() {
    return this instanceof At at ? at.instant() : null;
  }

  /** Whether the room lets people straight through while there is room and nobody waits. */
  default boolean always() {
    return this instanceof Always;
  }
}
