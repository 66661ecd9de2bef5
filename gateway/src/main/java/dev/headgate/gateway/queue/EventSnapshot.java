package dev.headgate.gateway.queue;

import dev.headgate.policy.pace.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the store said of an event at one moment: its fields, and the rows a decision needs. */
final class EventSnapshot {
  private final Map<String, String> fields;
  private final List<Snapshot.Call> unsettled;
  private final List<Snapshot.Settled> recent;
  private final int present;
  private final long takenMillis;
  private final long takenNanos;
  private final boolean drawn;
  private final boolean halted;

  private EventSnapshot(
      Map<String, String> fields,
      List<Snapshot.Call> unsettled,
      List<Snapshot.Settled> recent,
      int present) {
    this.fields = fields;
    this.unsettled = unsettled;
    this.recent = recent;
    this.present = present;
    this.takenMillis = number("now");
    this.drawn = maybe("entrants") != null;
    this.halted = maybe("haltedAt") != null;
    this.takenNanos = System.nanoTime();
  }

  /** Reads the answer of {@code snapshot.lua}. */
  static EventSnapshot read(Reply answer) {
    Reply flat = answer.list(2);
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < flat.size(); i += 2) {
      fields.put(flat.text(i), flat.text(i + 1));
    }
    Reply rows = answer.list(3);
    List<Snapshot.Call> unsettled = new ArrayList<>(rows.size() / 4);
    for (int i = 0; i < rows.size(); i += 4) {
      long fans = rows.number(i + 2);
      long came = Math.min(fans, rows.number(i + 3));
      unsettled.add(new Snapshot.Call(rows.number(i), rows.number(i + 1), fans, came));
    }
    List<Snapshot.Settled> recent = new ArrayList<>(answer.list(4).size());
    for (String row : answer.list(4).texts()) {
      String[] pair = row.split(":", 2);
      recent.add(new Snapshot.Settled(Long.parseLong(pair[0]), Long.parseLong(pair[1])));
    }
    return new EventSnapshot(fields, unsettled, recent, answer.count(6));
  }

  /** What is known from the state folder alone, while the store knows nothing. */
  static EventSnapshot remembered(Map<String, String> fields) {
    return new EventSnapshot(fields, List.of(), List.of(), 0);
  }

  @Nullable String maybe(String name) {
    String value = fields.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  String text(String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalStateException("snapshot: no field " + name);
    }
    return value;
  }

  long number(String name) {
    return Long.parseLong(text(name));
  }

  int count(String name) {
    return Math.toIntExact(number(name));
  }

  /** The store's clock at this moment, carried on from the snapshot. */
  long nowMillis() {
    return takenMillis + (System.nanoTime() - takenNanos) / 1_000_000;
  }

  boolean drawn() {
    return drawn;
  }

  boolean halted() {
    return halted;
  }

  int present() {
    return present;
  }

  List<Snapshot.Call> unsettled() {
    return unsettled;
  }

  List<Snapshot.Settled> recent() {
    return recent;
  }

  List<Gap> gaps() {
    String gaps = maybe("gaps");
    return gaps == null ? List.of() : Arrays.stream(gaps.split(",")).map(Gap::parse).toList();
  }

  /** The input of a decision. */
  Snapshot toPolicy(int waiting) {
    return new Snapshot(
        number("now"),
        number("running"),
        number("tickAt"),
        drawn(),
        halted(),
        waiting,
        number("cutoff"),
        number("settled"),
        number("lapsed"),
        number("endedTo"),
        unsettled,
        recent,
        number("door"),
        number("active"),
        number("credit"));
  }
}
