package dev.headgate.gateway.operator;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes entry tickets: who holds one may join a lane other than the general one. */
@FunctionalInterface
public interface EntryMint {

  /**
   * A new entry ticket, a secret of whoever is to hold it. Takes microseconds; safe for any thread.
   *
   * @param event the event id
   * @param lane the lane's number, from 1
   * @param expires from when nobody may join with it any more; null means never
   */
  String mint(String event, int lane, @Nullable Instant expires);
}
