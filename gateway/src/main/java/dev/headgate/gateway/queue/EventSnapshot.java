package dev.headgate.gateway.queue;

import dev.headgate.policy.pace.Ramp;
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
  private final Rows rows;
  private final long takenMillis;
  private final long takenNanos;
  private final boolean drawn;
  private final boolean halted;

  /** One lane's calls that have not been settled, and the newest that have. */
  record LaneRows(List<Snapshot.Call> unsettled, List<Snapshot.Settled> recent) {
    static final LaneRows NONE = new LaneRows(List.of(), List.of());
  }

  /**
   * What comes beside the fields.
   *
   * @param lanes by number
   * @param present fans who wait and look, over all gateways
   * @param reports what each gateway has seen of the backend
   * @param pace how far each lane had been called at earlier times, {@code at:cutoff:cutoff…}
   */
  record Rows(List<LaneRows> lanes, int present, List<String> reports, List<String> pace) {}

  private EventSnapshot(Map<String, String> fields, Rows rows) {
    this.fields = fields;
    this.rows = rows;
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
    Reply lanes = answer.list(3);
    List<LaneRows> rows = new ArrayList<>(lanes.size());
    for (int lane = 0; lane < lanes.size(); lane++) {
      rows.add(new LaneRows(calls(lanes.list(lane).list(0)), settled(lanes.list(lane).list(1))));
    }
    return new EventSnapshot(
        fields, new Rows(rows, answer.count(5), answer.list(6).texts(), answer.list(8).texts()));
  }

  /** What is known from the state folder alone, while the store knows nothing. */
  static EventSnapshot remembered(Map<String, String> fields) {
    return new EventSnapshot(fields, new Rows(List.of(), 0, List.of(), List.of()));
  }

  private static List<Snapshot.Call> calls(Reply rows) {
    List<Snapshot.Call> calls = new ArrayList<>(rows.size() / 4);
    for (int i = 0; i < rows.size(); i += 4) {
      long fans = rows.number(i + 2);
      long came = Math.min(fans, rows.number(i + 3));
      calls.add(new Snapshot.Call(rows.number(i), rows.number(i + 1), fans, came));
    }
    return calls;
  }

  private static List<Snapshot.Settled> settled(Reply rows) {
    List<Snapshot.Settled> settled = new ArrayList<>(rows.size());
    for (String row : rows.texts()) {
      String[] pair = row.split(":", 2);
      settled.add(new Snapshot.Settled(Long.parseLong(pair[0]), Long.parseLong(pair[1])));
    }
    return settled;
  }

  @Nullable String maybe(String name) {
    String value = fields.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  @Nullable String maybe(String name, int lane) {
    return maybe(LaneFields.of(name, lane));
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

  long number(String name, int lane) {
    return number(LaneFields.of(name, lane));
  }

  int count(String name) {
    return Math.toIntExact(number(name));
  }

  int count(String name, int lane) {
    return Math.toIntExact(number(name, lane));
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

  boolean soldOut() {
    return "1".equals(fields.get("soldOut"));
  }

  int present() {
    return rows.present();
  }

  int lanes() {
    return count("lanes");
  }

  LaneRows lane(int lane) {
    return lane < rows.lanes().size() ? rows.lanes().get(lane) : LaneRows.NONE;
  }

  List<String> reports() {
    return rows.reports();
  }

  List<String> pace() {
    return rows.pace();
  }

  List<Gap> gaps(int lane) {
    String gaps = maybe("gaps", lane);
    return gaps == null ? List.of() : Arrays.stream(gaps.split(",")).map(Gap::parse).toList();
  }

  /** The slow start under way, if the settings want one. */
  Ramp ramp(long lengthMillis) {
    return lengthMillis == 0
        ? Ramp.NONE
        : new Ramp(number("rampAt"), count("rampBase"), lengthMillis);
  }

  /** The input of a decision; {@code lanes} by number. */
  Snapshot toPolicy(List<Snapshot.Lane> lanes) {
    return new Snapshot(
        number("now"),
        number("running"),
        number("tickAt"),
        drawn(),
        halted(),
        number("active"),
        lanes);
  }

  /** One lane of that input. */
  Snapshot.Lane laneToPolicy(int lane, int weight, int waiting) {
    LaneRows of = lane(lane);
    return new Snapshot.Lane(
        weight,
        waiting,
        number("cutoff", lane),
        number("settled", lane),
        number("lapsed", lane),
        number("endedTo", lane),
        of.unsettled(),
        of.recent(),
        number("door", lane),
        number("credit", lane));
  }
}
