package dev.headgate.gateway.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A client of HTTP/2 that sends the fields it is told, also those that no client may send. */
final class Http2Client implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int GO_AWAY = 7;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int PRIORITY = 0x20;
  private static final int PRIORITY_BYTES = 5;
  private static final int ACK = 1;
  private static final byte[] NO_TABLE = {0, 1, 0, 0, 0, 0};
  private static final int FIRST_STATUS = 8;
  private static final int[] STATUSES = {200, 204, 206, 304, 400, 404, 500};

  private final Socket socket;
  private final DataInputStream in;
  private int stream = -1;

  Http2Client(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1));
    frame(SETTINGS, 0, 0, NO_TABLE);
  }

  /**
   * An answer.
   *
   * @param status 0 where the stream was reset instead
   */
  record Reply(int status, String body) {}

  /** Sends fields between tildes, and gives the answer; null where the connection ended instead. */
  @Nullable Reply exchange(String fields) throws IOException {
    stream += 2;
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    String data = null;
    for (String field : fields.split(" ~ ", -1)) {
      int colon = field.indexOf(": ", 1);
      String name = colon < 0 ? field.replaceAll(":$", "") : field.substring(0, colon);
      String value = colon < 0 ? "" : field.substring(colon + 2);
      if (name.equals("DATA")) {
        data = value;
      } else {
        literal(block, name.equals(":") ? "" : name, value);
      }
    }
    try {
      frame(HEADERS, END_HEADERS | (data == null ? END_STREAM : 0), stream, block.toByteArray());
      if (data != null) {
        frame(DATA, END_STREAM, stream, data.getBytes(ISO_8859_1));
      }
      return read();
    } catch (EOFException | SocketException ended) {
      return null;
    }
  }

  private @Nullable Reply read() throws IOException {
    int status = 0;
    StringBuilder body = new StringBuilder();
    while (true) {
      int length = (in.readUnsignedShort() << 8) | in.readUnsignedByte();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int of = in.readInt();
      byte[] payload = in.readNBytes(length);
      if (type == SETTINGS && (flags & ACK) == 0) {
        frame(SETTINGS, ACK, 0, new byte[0]);
      } else if (type == GO_AWAY) {
        // Only a farewell, unless it says why.
        if (ByteBuffer.wrap(payload).getInt(4) != 0) {
          return null;
        }
      } else if (of == stream && type == RST_STREAM) {
        return new Reply(status, body.toString());
      } else if (of == stream && type == HEADERS) {
        status = status(payload, (flags & PRIORITY) == 0 ? 0 : PRIORITY_BYTES);
      } else if (of == stream && type == DATA) {
        body.append(new String(payload, ISO_8859_1));
      }
      boolean last = of == stream && (type == HEADERS || type == DATA);
      if (last && (flags & END_STREAM) != 0 && status >= 200) {
        return new Reply(status, body.toString());
      }
    }
  }

  /** The status, which comes first and, as we allow no table, in one of two forms (RFC 7541, 6). */
  private static int status(byte[] block, int from) throws IOException {
    int at = from;
    while ((block[at] & 0xE0) == 0x20) {
      at++;
    }
    int first = block[at] & 0xFF;
    if (first >= 0x80) {
      return STATUSES[(first & 0x7F) - FIRST_STATUS];
    }
    int name = first >= 0x40 ? first & 0x3F : first & 0x0F;
    if (name != FIRST_STATUS || block[at + 1] != 3) {
      throw new IOException("no status: " + first);
    }
    return Integer.parseInt(new String(block, at + 2, 3, ISO_8859_1));
  }

  /** A field that enters no table (RFC 7541, 6.2.2). */
  private static void literal(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    string(block, name);
    string(block, value);
  }

  private static void string(ByteArrayOutputStream block, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    if (bytes.length < 0x7F) {
      block.write(bytes.length);
    } else {
      block.write(0x7F);
      int rest = bytes.length - 0x7F;
      for (; rest >= 0x80; rest >>= 7) {
        block.write((rest & 0x7F) | 0x80);
      }
      block.write(rest);
    }
    block.writeBytes(bytes);
  }

  private void frame(int type, int flags, int of, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.putShort((short) (payload.length >> 8)).put((byte) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(of).put(payload);
    socket.getOutputStream().write(frame.array());
    socket.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
