package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;

/**
 * The public ids of sessions: {@code <epoch>.<lane>.<position>.<mac>}. They are derived, so that
 * claiming twice gives the same one, and nobody can make one up.
 */
final class SessionIds {
  private static final byte[] LABEL = "headgate-session-id-v1".getBytes(UTF_8);
  private static final int MAX_LENGTH = 19 + 1 + 5 + 1 + 10 + 1 + 22;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final KeyedHash hash;

  SessionIds(byte[] placeKey) {
    hash = new KeyedHash(new KeyedHash(placeKey).derive(LABEL));
  }

  String of(Admission admission) {
    byte[] event = admission.event().getBytes(UTF_8);
    byte[] mac =
        hash.of(
            ByteBuffer.allocate(Integer.BYTES + event.length + 8 + 4 + 4)
                .putInt(event.length)
                .put(event)
                .putLong(admission.epoch())
                .putInt(admission.lane())
                .putInt(admission.position())
                .array());
    return admission.epoch()
        + "."
        + admission.lane()
        + "."
        + admission.position()
        + "."
        + ENCODER.encodeToString(mac);
  }

  /** The fields of an id that is ours for this event, written the one way we write it. */
  Optional<Admission> read(String event, String id) {
    int lane = id.indexOf('.');
    int position = id.indexOf('.', lane + 1);
    int mac = id.indexOf('.', position + 1);
    if (id.length() > MAX_LENGTH || lane < 0 || position < 0 || mac < 0) {
      return Optional.empty();
    }
    try {
      Admission named =
          new Admission(
              event,
              Long.parseLong(id, 0, lane, 10),
              Integer.parseInt(id, lane + 1, position, 10),
              Integer.parseInt(id, position + 1, mac, 10),
              "",
              0,
              0);
      return isSame(id, of(named)) ? Optional.of(named) : Optional.empty();
    } catch (NumberFormatException foreign) {
      return Optional.empty();
    }
  }

  static boolean isSame(String a, String b) {
    return MessageDigest.isEqual(a.getBytes(UTF_8), b.getBytes(UTF_8));
  }
}
