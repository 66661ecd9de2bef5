package dev.headgate.gateway.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.text.ParseException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The keys as read from their folder. */
final class FileKeys implements Keys {
  private static final int KEY_BYTES = 32;
  private static final int RSA_BITS = 2048;

  private final byte[] placeKey;
  private final byte[] drawKey;
  private final RSAKey admissionKey;

  private FileKeys(byte[] placeKey, byte[] drawKey, RSAKey admissionKey) {
    this.placeKey = placeKey;
    this.drawKey = drawKey;
    this.admissionKey = admissionKey;
  }

  static FileKeys open(KeyFolder folder) {
    return new FileKeys(
        hex(folder, "place.key"), hex(folder, "draw.key"), rsa(folder, "admission.jwk"));
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
  public DrawKey drawKey() {
    return (drawId, epoch) -> Seeds.derive(drawKey, drawId, epoch);
  }

  @Override
  public AdmissionTokens admissionTokens(Vertx vertx, String issuer) {
    return new RsaAdmissionTokens(vertx, issuer, new SessionIds(placeKey), admissionKey);
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

  private static RSAKey rsa(KeyFolder folder, String name) {
    String text = folder.read(name, FileKeys::newRsaKey);
    try {
      RSAKey key = RSAKey.parse(text);
      if (key.isPrivate() && isName(key.getKeyID()) && key.size() >= RSA_BITS) {
        return key;
      }
    } catch (ParseException | IllegalArgumentException notJwk) {
      // Its message could quote the key.
    }
    throw new IllegalStateException(
        folder.path().resolve(name)
            + ": malformed (expected: a private RSA JWK of 2048 bits or more, with a kid of 1 to 64"
            + " letters, digits, '-' or '_')");
  }

  private static boolean isName(@Nullable String kid) {
    return kid != null && kid.matches("[A-Za-z0-9_-]{1,64}");
  }

  private static String newSecret() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return HexFormat.of().formatHex(key);
  }

  private static String newRsaKey() {
    try {
      return new RSAKeyGenerator(RSA_BITS)
          .keyIDFromThumbprint(true)
          .keyUse(KeyUse.SIGNATURE)
          .algorithm(JWSAlgorithm.RS256)
          .generate()
          .toJSONString();
    } catch (JOSEException e) {
      throw new IllegalStateException("every Java platform makes RSA keys", e);
    }
  }
}
