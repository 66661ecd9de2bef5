package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.headgate.policy.order.Seeds;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The keys as read from their folder. */
final class FileKeys implements Keys {
  private static final int KEY_BYTES = 32;

  private final byte[] placeKey;
  private final byte[] drawKey;
  private final AdmissionKeyFiles admissionFiles;
  private final AdmissionKeys admissionKeys;

  private FileKeys(KeyFolder folder) {
    placeKey = hex(folder, "place.key");
    drawKey = hex(folder, "draw.key");
    admissionKeys = new AdmissionKeyFiles(folder).read().keys();
    // A key that goes missing later is a mistake, and never a reason to make another one.
    admissionFiles = new AdmissionKeyFiles(new KeyFolder(folder.path(), false));
  }

  static FileKeys open(KeyFolder folder) {
    return new FileKeys(folder);
  }

  @Override
  public PlaceTickets placeTickets() {
    return new HmacPlaceTickets(placeKey);
  }

  @Override
  public EntryTickets entryTickets() {
    return new HmacEntryTickets(placeKey);
  }

  @Override
  public Challenges challenges() {
    return Challenges.under(secretFor("challenges"));
  }

  @Override
  public DrawKey drawKey() {
    return (drawId, epoch) -> Seeds.derive(drawKey, drawId, epoch);
  }

  @Override
  public byte[] secretFor(String purpose) {
    return new KeyedHash(placeKey).derive(("headgate-secret-v1\0" + purpose).getBytes(UTF_8));
  }

  @Override
  public AdmissionTokens admissionTokens(Vertx vertx, String issuer) {
    JwtAdmissionTokens tokens =
        new JwtAdmissionTokens(vertx, issuer, new SessionIds(placeKey), admissionKeys);
    new KeyWatch(vertx, admissionFiles, tokens).start();
    return tokens;
  }

  private static byte[] hex(KeyFolder folder, String name) {
    String text = folder.read(name, FileKeys::newSecret);
    try {
      byte[] key = HexFormat.of().parseHex(text);
      if (key.length == KEY_BYTES) {
        return key;
      }
    } catch (IllegalArgumentException notHex) {
      // Its message would quote the key.
    }
    throw new IllegalStateException(
        folder.path().resolve(name) + ": malformed (expected: 64 hex digits)");
  }

  private static String newSecret() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return HexFormat.of().formatHex(key);
  }
}
