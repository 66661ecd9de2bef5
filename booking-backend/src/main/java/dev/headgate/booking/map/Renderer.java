package dev.headgate.booking.map;

import dev.headgate.booking.seat.SeatState;
import dev.headgate.booking.seat.Times;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Writes a map as JSON. Takes tens of milliseconds for a large venue: never on an event loop. */
final class Renderer {
  private static final int BYTES_A_SEAT = 96;
  private static final int ETAG_BYTES = 12;
  private static final Map<SeatState, byte[]> STATES = states();
  private static final byte COMMA = ',';

  private final View view;
  private final SeatPlan plan;
  private final Projection projection;
  private final ByteArrayOutputStream out;
  private int next;

  private Renderer(View view) {
    this.view = view;
    this.plan = view.plan();
    this.projection = view.projection();
    this.out = new ByteArrayOutputStream(1024 + plan.allocated() * BYTES_A_SEAT);
  }

  static RenderedMap render(View view) {
    byte[] json = new Renderer(view).json();
    return new RenderedMap(
        Buffer.buffer(json),
        Buffer.buffer(gzip(json)),
        etag(view.plan(), view.projection().states()));
  }

  private byte[] json() {
    write("{\"event\":" + Json.encode(plan.card().id()));
    write(",\"asOf\":" + Json.encode(Times.written(projection.asOf())));
    write(",\"version\":\"" + view.name() + "\",\"sections\":[");
    for (int i = 0; i < plan.sections().size(); i++) {
      SeatPlan.Section section = plan.sections().get(i);
      write((i == 0 ? "" : ",") + head(section, view.counted().sections().get(i)));
      rows(section);
      write("]}");
    }
    write("]}");
    return out.toByteArray();
  }

  private static String head(SeatPlan.Section section, Counts counts) {
    return "{\"id\":"
        + Json.encode(section.id())
        + ",\"name\":"
        + Json.encode(section.name())
        + ",\"seats\":"
        + section.seats()
        + ",\"free\":"
        + counts.free()
        + ",\"held\":"
        + counts.held()
        + ",\"paying\":"
        + counts.paying()
        + ",\"sold\":"
        + counts.sold()
        + ",\"rows\":[";
  }

  private void rows(SeatPlan.Section section) {
    boolean first = true;
    for (SeatPlan.Row row : section.rows()) {
      write((first ? "" : ",") + "{\"row\":" + Json.encode(row.label()) + ",\"seats\":[");
      seats(row);
      write("]}");
      first = false;
    }
  }

  private void seats(SeatPlan.Row row) {
    boolean first = true;
    for (SeatPlan.Seat seat : row.seats()) {
      if (!first) {
        out.write(COMMA);
      }
      SeatState state =
          seat.allocated()
              ? SeatState.ofCode(projection.states().charAt(next++))
              : SeatState.UNAVAILABLE;
      out.writeBytes(seat.before());
      out.writeBytes(STATES.getOrDefault(state, new byte[0]));
      out.writeBytes(seat.after());
      first = false;
    }
  }

  private void write(String text) {
    out.writeBytes(SeatPlan.bytes(text));
  }

  private static Map<SeatState, byte[]> states() {
    Map<SeatState, byte[]> states = new EnumMap<>(SeatState.class);
    for (SeatState state : SeatState.values()) {
      states.put(state, SeatPlan.bytes(state.written()));
    }
    return states;
  }

  private static byte[] gzip(byte[] json) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream(json.length / 8);
    try (OutputStream gzip = new FastGzip(compressed)) {
      gzip.write(json);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return compressed.toByteArray();
  }

  /** The quickest level: maps are so regular that the others save little. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  private static String etag(SeatPlan plan, String states) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(SeatPlan.bytes(states));
      String part = HexFormat.of().formatHex(hash, 0, ETAG_BYTES);
      return "W/\"" + plan.version() + "-" + part + "\"";
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }
}
