package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Place tickets as a sealed record: {@code hgp1.} and, in base64url, kid 1 byte, flags 1, epoch 8,
 * lane 2, arrival 4, random id 16, key thumbprint 32 (only where a flag says so), MAC 16.
 */
final class HmacPlaceTickets implements PlaceTickets {
  private static final byte KID = 1;
  // Flags say which optional fields follow; any other than these is somebody else's.
  private static final byte NO_FLAGS = 0;
  private static final byte THUMBPRINT = 1;
  private static final int ID_BYTES = 16;
  private static final int RECORD_BYTES = 1 + 1 + 8 + 2 + 4 + ID_BYTES;
  private static final int ID_AT = RECORD_BYTES - ID_BYTES;
  private static final int THUMBPRINT_BYTES = 32;
  private static final int BOUND_BYTES = RECORD_BYTES + THUMBPRINT_BYTES;
  private static final byte[] LABEL = "headgate-place-v1\0".getBytes(UTF_8);
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SealedRecord sealed;
  private final SealedRecord bound;
  private final SecureRandom random = new SecureRandom();

  HmacPlaceTickets(byte[] placeKey) {
    KeyedHash hash = new KeyedHash(placeKey);
    sealed = new SealedRecord("hgp1.", RECORD_BYTES, LABEL, hash);
    bound = new SealedRecord("hgp1.", BOUND_BYTES, LABEL, hash);
  }

  @Override
  public PlaceTicket newPlace(String event, long epoch, int lane, int arrival) {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return new PlaceTicket(event, epoch, lane, arrival, ENCODER.encodeToString(id));
  }

  @Override
  public String write(PlaceTicket place) {
    byte[] id = Base64Url.decode(place.placeId());
    if (id == null || id.length != ID_BYTES || place.lane() != (char) place.lane()) {
      throw new IllegalArgumentException("place: not one of ours");
    }
    String thumbprint = place.keyThumbprint();
    return thumbprint == null
        ? sealed.write(record(place, id, RECORD_BYTES).array(), place.event())
        : bound.write(record(place, id, BOUND_BYTES).put(bytes(thumbprint)).array(), place.event());
  }

  private static ByteBuffer record(PlaceTicket place, byte[] id, int bytes) {
    return ByteBuffer.allocate(bytes)
        .put(KID)
        .put(bytes == BOUND_BYTES ? THUMBPRINT : NO_FLAGS)
        .putLong(place.epoch())
        .putShort((short) place.lane())
        .putInt(place.arrival())
        .put(id);
  }

  private static byte[] bytes(String thumbprint) {
    byte[] bytes = Base64Url.decode(thumbprint);
    if (bytes == null || bytes.length != THUMBPRINT_BYTES) {
      throw new IllegalArgumentException("place: not a SHA-256 thumbprint");
    }
    return bytes;
  }

  @Override
  public Optional<PlaceTicket> read(String event, String ticket) {
    byte[] record = sealed.read(event, ticket);
    if (record != null) {
      return record[0] == KID && record[1] == NO_FLAGS
          ? Optional.of(place(event, record))
          : Optional.empty();
    }
    byte[] longer = bound.read(event, ticket);
    return longer != null && longer[0] == KID && longer[1] == THUMBPRINT
        ? Optional.of(place(event, longer).boundTo(text(longer, RECORD_BYTES, BOUND_BYTES)))
        : Optional.empty();
  }

  private static PlaceTicket place(String event, byte[] record) {
    ByteBuffer fields = ByteBuffer.wrap(record, 2, ID_AT - 2);
    long epoch = fields.getLong();
    int lane = Short.toUnsignedInt(fields.getShort());
    int arrival = fields.getInt();
    return new PlaceTicket(event, epoch, lane, arrival, text(record, ID_AT, RECORD_BYTES));
  }

  private static String text(byte[] record, int from, int to) {
    return ENCODER.encodeToString(Arrays.copyOfRange(record, from, to));
  }
}
