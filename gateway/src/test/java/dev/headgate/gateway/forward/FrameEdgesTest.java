package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameEdgesTest {
  private static final int[] LENGTHS = {0, 1, 125, 126, 127, 65_535, 65_536, 70_000};

  private static Buffer frame(int length, boolean masked) {
    Buffer frame = Buffer.buffer().appendByte((byte) 0x82);
    int mask = masked ? 0x80 : 0;
    if (length < 126) {
      frame.appendByte((byte) (mask | length));
    } else if (length < 65_536) {
      frame.appendByte((byte) (mask | 126)).appendUnsignedShort(length);
    } else {
      frame.appendByte((byte) (mask | 127)).appendLong(length);
    }
    if (masked) {
      frame.appendInt(0xFFFF_FFFF);
    }
    // A payload that looks like heads of long frames.
    for (int i = 0; i < length; i++) {
      frame.appendByte((byte) 0xFF);
    }
    return frame;
  }

  @Test
  void aFrameOfAnyLengthEndsWhereItEnds() {
    for (int length : LENGTHS) {
      for (boolean masked : new boolean[] {false, true}) {
        FrameEdges edges = new FrameEdges();
        Buffer frame = frame(length, masked);
        assertTrue(edges.atEdge());
        edges.follow(frame.slice(0, frame.length() - 1));
        assertFalse(edges.atEdge(), length + " " + masked);
        assertEquals(1, edges.untilEdge(frame.slice(frame.length() - 1, frame.length())));
        assertTrue(edges.atEdge(), length + " " + masked);
      }
    }
  }

  @Test
  void framesAreFollowedHoweverTheirBytesAreCut() {
    Random random = new Random(20_261_130);
    for (int run = 0; run < 200; run++) {
      List<Integer> ends = new ArrayList<>();
      Buffer all = Buffer.buffer();
      for (int i = 0; i < 5; i++) {
        all.appendBuffer(frame(LENGTHS[random.nextInt(5)], random.nextBoolean()));
        ends.add(all.length());
      }
      FrameEdges edges = new FrameEdges();
      for (int at = 0; at < all.length(); ) {
        int to = Math.min(all.length(), at + 1 + random.nextInt(200));
        edges.follow(all.slice(at, to));
        assertEquals(ends.contains(to), edges.atEdge(), "run " + run + " at " + to);
        at = to;
      }
    }
  }
}
