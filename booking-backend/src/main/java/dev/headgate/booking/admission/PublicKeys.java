package dev.headgate.booking.admission;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** The keys in memory, and the way to ask for newer ones. */
interface PublicKeys {

  /** The key of this id, or null. Reads nothing but memory. */
  @Nullable PublicKey find(String kid);

  /** Whether any were ever learned. */
  boolean areKnown();

  /** Looks for newer keys, unless that was done a moment ago; completes when it is done. */
  Future<Void> refetch();

  Future<Void> close();
}
