package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Entry tickets as a sealed record: {@code hge1.} and, in base64url, kid 1 byte, lane 2, expires 8
 * (seconds since 1970, 0 for never), random id 16, MAC 16.
 */
final class HmacEntryTickets implements EntryTickets {
  private static final byte KID = 1;
  private static final long NEVER = 0;
  private static final int ID_BYTES = 16;
  private static final int RECORD_BYTES = 1 + 2 + 8 + ID_BYTES;
  private static final int ID_AT = RECORD_BYTES - ID_BYTES;
  private static final int MOST_LANES = Character.MAX_VALUE;
  private static final byte[] LABEL = "headgate-entry-v1\0".getBytes(UTF_8);
  private static final byte[] TICKET_KEY = "headgate-entry-v1".getBytes(UTF_8);
  private static final byte[] PLACE_KEY = "headgate-entry-place-v1".getBytes(UTF_8);
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SealedRecord sealed;
  private final KeyedHash placeIds;
  private final SecureRandom random = new SecureRandom();

  HmacEntryTickets(byte[] placeKey) {
    KeyedHash root = new KeyedHash(placeKey);
    sealed = new SealedRecord("hge1.", RECORD_BYTES, LABEL, new KeyedHash(root.derive(TICKET_KEY)));
    placeIds = new KeyedHash(root.derive(PLACE_KEY));
  }

  @Override
  public String mint(String event, int lane, @Nullable Instant expires) {
    if (lane < 1 || lane > MOST_LANES) {
      throw new IllegalArgumentException("lane: " + lane + " (expected: 1 to " + MOST_LANES + ")");
    }
    if (expires != null && expires.getEpochSecond() <= NEVER) {
      throw new IllegalArgumentException("expires: " + expires + " (expected: after 1970)");
    }
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    byte[] record =
        ByteBuffer.allocate(RECORD_BYTES)
            .put(KID)
            .putShort((short) lane)
            .putLong(expires == null ? NEVER : expires.getEpochSecond())
            .put(id)
            .array();
    return sealed.write(record, event);
  }

  @Override
  public Optional<EntryTicket> read(String event, String ticket, Instant now) {
    byte[] record = sealed.read(event, ticket);
    if (record == null || record[0] != KID) {
      return Optional.empty();
    }
    ByteBuffer fields = ByteBuffer.wrap(record, 1, ID_AT - 1);
    int lane = Short.toUnsignedInt(fields.getShort());
    long expires = fields.getLong();
    if (expires != NEVER && now.getEpochSecond() >= expires) {
      return Optional.empty();
    }
    String id = ENCODER.encodeToString(Arrays.copyOfRange(record, ID_AT, RECORD_BYTES));
    return Optional.of(new EntryTicket(event, lane, id));
  }

  @Override
  public PlaceTicket place(EntryTicket entry, long epoch, int arrival) {
    byte[] id = entry.id().getBytes(UTF_8);
    byte[] event = entry.event().getBytes(UTF_8);
    byte[] named =
        ByteBuffer.allocate(8 + 4 + 4 + id.length + event.length)
            .putLong(epoch)
            .putInt(entry.lane())
            .putInt(id.length)
            .put(id)
            .put(event)
            .array();
    String placeId = ENCODER.encodeToString(placeIds.of(named));
    return new PlaceTicket(entry.event(), epoch, entry.lane(), arrival, placeId);
  }
}
