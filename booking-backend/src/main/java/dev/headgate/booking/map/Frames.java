package dev.headgate.booking.map;

import dev.headgate.booking.seat.SeatState;
import dev.headgate.booking.seat.Times;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import java.util.BitSet;

/** Writes what an event stream says. */
final class Frames {
  static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");
  private static final int MOST_CHANGES = 4_096;

  private Frames() {}

  /** How many seats are free in every section, with no seat named: where a listener begins. */
  static Buffer beginning(View view) {
    BitSet every = new BitSet();
    every.set(0, view.plan().sections().size());
    return event(view, "", sections(view, every));
  }

  /** The seats that changed, as they are now. So many that the map is shorter are a reload. */
  static Buffer changes(View view, BitSet changed) {
    if (changed.cardinality() > MOST_CHANGES) {
      return reload(view);
    }
    StringBuilder seats = new StringBuilder(changed.cardinality() * 32);
    BitSet touched = new BitSet();
    for (int seat = changed.nextSetBit(0); seat >= 0; seat = changed.nextSetBit(seat + 1)) {
      SeatState state = SeatState.ofCode(view.projection().states().charAt(seat));
      seats
          .append(seats.isEmpty() ? "{\"id\":" : ",{\"id\":")
          .append(Json.encode(view.plan().seat(seat)))
          .append(",\"state\":\"")
          .append(state.written())
          .append("\"}");
      touched.set(view.plan().sectionOf(seat));
    }
    return event(view, seats.toString(), sections(view, touched));
  }

  /** Says that the map has to be read anew; what follows is later than this version. */
  static Buffer reload(View view) {
    return Buffer.buffer("event: reload\nid: " + view.name() + "\ndata: {}\n\n");
  }

  private static String sections(View view, BitSet wanted) {
    StringBuilder sections = new StringBuilder(wanted.cardinality() * 32);
    for (int at = wanted.nextSetBit(0); at >= 0; at = wanted.nextSetBit(at + 1)) {
      sections
          .append(sections.isEmpty() ? "{\"id\":" : ",{\"id\":")
          .append(Json.encode(view.plan().sections().get(at).id()))
          .append(",\"free\":")
          .append(view.counted().sections().get(at).free())
          .append('}');
    }
    return sections.toString();
  }

  private static Buffer event(View view, String changes, String sections) {
    return Buffer.buffer(
        "event: seats\nid: "
            + view.name()
            + "\ndata: {\"asOf\":\""
            + Times.written(view.projection().asOf())
            + "\",\"changes\":["
            + changes
            + "],\"sections\":["
            + sections
            + "]}\n\n");
  }
}
