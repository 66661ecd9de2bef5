package dev.headgate.quickstart;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What a restless crowd did and was told. Counts may be read at any time, the rest at the end. */
final class EngineLog {
  /** One claim that was answered 429, in milliseconds of the clock that Redis reads, too. */
  record Try(long sentMillis, long answeredMillis) {}

  /** A fan was inside, by the word of this gateway. */
  record Admission(JsonObject claims, int gateway, long answeredMillis) {}

  /** An answer of a server that failed. */
  record Failure(int gateway, int status, String what) {}

  /** One place, and what became of it. */
  static final class Place {
    final String ticket;
    final JoinOrder.Joined joined;
    final Set<Integer> positions = new TreeSet<>();
    final List<Try> tries = new ArrayList<>();
    long turnEndsAtMillis;
    int unanswered;
    @Nullable Admission admission;
    long leftMillis = Long.MAX_VALUE;

    Place(String ticket, JoinOrder.Joined joined) {
      this.ticket = ticket;
      this.joined = joined;
    }
  }

  /** Told that it was its turn at this position. */
  record Called(int position, long answeredMillis) {}

  final List<Place> places = new ArrayList<>();
  final List<Called> called = new ArrayList<>();
  final AtomicInteger joined = new AtomicInteger();
  final AtomicInteger admitted = new AtomicInteger();
  final AtomicInteger moves = new AtomicInteger();
  final AtomicInteger turnsLost = new AtomicInteger();
  final AtomicInteger lostJoins = new AtomicInteger();
  final AtomicInteger atDoor = new AtomicInteger();
  final AtomicInteger told = new AtomicInteger();
  private final List<AtomicInteger> admittedBy;
  private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();
  private final Queue<String> surprises = new ConcurrentLinkedQueue<>();

  EngineLog(int gateways) {
    List<AtomicInteger> counts = new ArrayList<>();
    for (int i = 0; i < gateways; i++) {
      counts.add(new AtomicInteger());
    }
    admittedBy = List.copyOf(counts);
  }

  void admitted(int gateway) {
    admitted.incrementAndGet();
    admittedBy.get(gateway).incrementAndGet();
  }

  /** How many were let in by one gateway so far. */
  int admittedBy(int gateway) {
    return admittedBy.get(gateway).get();
  }

  void failed(Failure failure) {
    failures.add(failure);
  }

  List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** Something that no fan should see. */
  void surprise(String what) {
    surprises.add(what);
  }

  List<String> surprises() {
    return surprises.stream().distinct().limit(20).toList();
  }
}
