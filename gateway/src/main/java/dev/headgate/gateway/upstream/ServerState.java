package dev.headgate.gateway.upstream;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** What is known of a server from its requests; outlives a change of the configuration. */
final class ServerState {
  private static final AtomicReferenceFieldUpdater<ServerState, Standing> STANDING =
      AtomicReferenceFieldUpdater.newUpdater(ServerState.class, Standing.class, "standing");

  private final AtomicInteger outstanding = new AtomicInteger();
  private volatile Standing standing;

  ServerState(Standing first) {
    standing = first;
  }

  Standing standing() {
    return standing;
  }

  /** Changes the standing, unless somebody else has. */
  boolean move(Standing from, Standing to) {
    return STANDING.compareAndSet(this, from, to);
  }

  /** From now on by these rules; who is out stays out for as long as was decided. */
  void judgeBy(Ejections rules) {
    Standing now = standing;
    if (now.isIn()) {
      // Whoever moves it meanwhile has put the server out, which is to stay.
      boolean renewed = move(now, rules.renewed(now));
      assert renewed || !standing.isIn();
    }
  }

  int outstanding() {
    return outstanding.get();
  }

  /** One more, however many there are. */
  void begin() {
    outstanding.incrementAndGet();
  }

  /** One more, if that is at most {@code most}. */
  boolean begin(int most) {
    for (; ; ) {
      int before = outstanding.get();
      if (before >= most) {
        return false;
      }
      if (outstanding.compareAndSet(before, before + 1)) {
        return true;
      }
    }
  }

  void end() {
    outstanding.decrementAndGet();
  }
}
