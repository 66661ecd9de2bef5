package dev.headgate.gateway;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A client of HTTP/2 that sends exactly the frames it is told (RFC 9113). */
final class Frames implements AutoCloseable {
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int CONTINUATION = 9;
  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  private final SSLSocket socket;
  private final OutputStream out;
  private final DataInputStream in;

  /** One frame that came. */
  record Frame(int type, int flags, int stream, Buffer payload) {
    /** The error of a GOAWAY or RST_STREAM. */
    int error() {
      return payload.getInt(type == GOAWAY ? 4 : 0);
    }
  }

  Frames(SSLContext trust, int port) throws IOException {
    socket =
        (SSLSocket) trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(60_000);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    out = socket.getOutputStream();
    in = new DataInputStream(socket.getInputStream());
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    send(SETTINGS, 0, 0, new byte[0]);
  }

  void send(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    int length = payload.length;
    frame.write(new byte[] {(byte) (length >> 16), (byte) (length >> 8), (byte) length});
    frame.write(new byte[] {(byte) type, (byte) flags, 0, 0});
    frame.write(new byte[] {(byte) (stream >> 8), (byte) stream});
    frame.write(payload);
    out.write(frame.toByteArray());
    out.flush();
  }

  /** The head of {@code GET /}, in HPACK without a table of its own. */
  static byte[] get() {
    byte[] authority = "localhost".getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.writeBytes(new byte[] {(byte) 0x82, (byte) 0x87, (byte) 0x84, 0x01});
    head.write(authority.length);
    head.writeBytes(authority);
    return head.toByteArray();
  }

  /** One more field, literally. */
  static byte[] field(String name, String value) {
    ByteArrayOutputStream field = new ByteArrayOutputStream();
    field.write(0);
    field.write(name.length());
    field.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
    field.write(value.length());
    field.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    return field.toByteArray();
  }

  /** The next frame. */
  Frame read() throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    byte[] payload = new byte[length];
    in.readFully(payload);
    return new Frame(type, flags, stream, Buffer.buffer(payload));
  }

  /** The next frame of a type. */
  Frame read(int type) throws IOException {
    Frame frame = read();
    while (frame.type() != type) {
      frame = read();
    }
    return frame;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
