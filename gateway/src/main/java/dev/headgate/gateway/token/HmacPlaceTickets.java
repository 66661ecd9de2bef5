package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * Place tickets as a fixed-width record and its MAC: {@code hgp1.} and, in base64url, kid 1 byte,
 * flags 1, epoch 8, lane 2, arrival 4, random id 16, MAC 16. The 48 bytes fill 64 digits exactly,
 * so that a ticket has one spelling.
 */
final class HmacPlaceTickets implements PlaceTickets {
  private static final String PREFIX = "hgp1.";
  private static final byte KID = 1;
  // Flags say which optional fields follow; none are written so far, so any is somebody else's.
  private static final byte NO_FLAGS = 0;
  private static final int ID_BYTES = 16;
  private static final int RECORD_BYTES = 1 + 1 + 8 + 2 + 4 + ID_BYTES;
  private static final int ID_AT = RECORD_BYTES - ID_BYTES;
  private static final int DIGITS = (RECORD_BYTES + KeyedHash.BYTES) * 4 / 3;
  private static final byte[] LABEL = "headgate-place-v1\0".getBytes(UTF_8);
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final KeyedHash hash;
  private final SecureRandom random = new SecureRandom();

  HmacPlaceTickets(byte[] placeKey) {
    hash = new KeyedHash(placeKey);
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
    byte[] mac = mac(record, place.event());
    byte[] signed = Arrays.copyOf(record, RECORD_BYTES + KeyedHash.BYTES);
    System.arraycopy(mac, 0, signed, RECORD_BYTES, KeyedHash.BYTES);
    return PREFIX + ENCODER.encodeToString(signed);
  }

  @Override
  public Optional<PlaceTicket> read(String event, String ticket) {
    if (ticket.length() != PREFIX.length() + DIGITS || !ticket.startsWith(PREFIX)) {
      return Optional.empty();
    }
    byte[] signed = Base64Url.decode(ticket.substring(PREFIX.length()));
    if (signed == null || signed[0] != KID || signed[1] != NO_FLAGS) {
      return Optional.empty();
    }
    byte[] record = Arrays.copyOf(signed, RECORD_BYTES);
    byte[] mac = Arrays.copyOfRange(signed, RECORD_BYTES, signed.length);
    if (!MessageDigest.isEqual(mac, mac(record, event))) {
      return Optional.empty();
    }
    ByteBuffer fields = ByteBuffer.wrap(record, 2, ID_AT - 2);
    long epoch = fields.getLong();
    int lane = Short.toUnsignedInt(fields.getShort());
    int arrival = fields.getInt();
    String id = ENCODER.encodeToString(Arrays.copyOfRange(record, ID_AT, RECORD_BYTES));
    return Optional.of(new PlaceTicket(event, epoch, lane, arrival, id));
  }

  // The event comes with its length, so that no record and event read as another pair.
  private byte[] mac(byte[] record, String event) {
    byte[] name = event.getBytes(UTF_8);
    return hash.of(
        ByteBuffer.allocate(record.length + LABEL.length + Integer.BYTES + name.length)
            .put(record)
            .put(LABEL)
            .putInt(name.length)
            .put(name)
            .array());
  }
}
