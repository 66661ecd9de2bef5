package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Place tickets as a sealed record: {@code hgp1.} and, in base64url, kid 1 byte, flags 1, epoch 8,
 * lane 2, arrival 4, random id 16, MAC 16.
 */
final class HmacPlaceTickets implements PlaceTickets {
  private static final byte KID = 1;
  // Flags say which optional fields follow; none are written so far, so any is somebody else's.
  private static final byte NO_FLAGS = 0;
  private static final int ID_BYTES = 16;
  private static final int RECORD_BYTES = 1 + 1 + 8 + 2 + 4 + ID_BYTES;
  private static final int ID_AT = RECORD_BYTES - ID_BYTES;
  private static final byte[] LABEL = "headgate-place-v1\0".getBytes(UTF_8);
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SealedRecord sealed;
  private final SecureRandom random = new SecureRandom();

  HmacPlaceTickets(byte[] placeKey) {
    sealed = new SealedRecord("hgp1.", RECORD_BYTES, LABEL, new KeyedHash(placeKey));
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
    byte[] record =
        ByteBuffer.allocate(RECORD_BYTES)
            .put(KID)
            .put(NO_FLAGS)
            .putLong(place.epoch())
            .putShort((short) place.lane())
            .putInt(place.arrival())
            .put(id)
            .array();
    return sealed.write(record, place.event());
  }

  @Override
  public Optional<PlaceTicket> read(String event, String ticket) {
    byte[] record = sealed.read(event, ticket);
    if (record == null || record[0] != KID || record[1] != NO_FLAGS) {
      return Optional.empty();
    }
    ByteBuffer fields = ByteBuffer.wrap(record, 2, ID_AT - 2);
    long epoch = fields.getLong();
    int lane = Short.toUnsignedInt(fields.getShort());
    int arrival = fields.getInt();
    String id = ENCODER.encodeToString(Arrays.copyOfRange(record, ID_AT, RECORD_BYTES));
    return Optional.of(new PlaceTicket(event, epoch, lane, arrival, id));
  }
}
