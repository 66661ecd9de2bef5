package dev.headgate.gateway.queue;

/** Where the seeds of draws come from; the same on every gateway, and stored nowhere. */
@FunctionalInterface
public interface DrawSeeds {

  /** The seed of one draw, 32 bytes. */
  byte[] seed(String drawId, long epoch);
}
