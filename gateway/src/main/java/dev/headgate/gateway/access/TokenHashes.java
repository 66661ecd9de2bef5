package dev.headgate.gateway.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.headgate.gateway.config.OperatorHash;
import dev.headgate.gateway.config.OperatorHash.Argon2id;
import dev.headgate.gateway.config.OperatorToken;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.jspecify.annotations.Nullable;

/** Whose hash a token has. */
final class TokenHashes {
  // Of what is longer bcrypt sees no more than this: two tokens would be one.
  private static final int BCRYPT_BYTES = 72;

  private static final int KIB = 19 * 1024;
  private static final int PASSES = 2;
  private static final int SALT_BYTES = 16;
  private static final int TAG_BYTES = 32;

  private TokenHashes() {}

  static boolean isFast(OperatorToken operator) {
    return OperatorHash.isSha256(operator.hash());
  }

  /** Whose plain SHA-256 a token has; null where it is nobody's. */
  static @Nullable OperatorToken fast(String token, List<OperatorToken> operators) {
    byte[] hash = sha256(token);
    OperatorToken found = null;
    // Every one is compared, in constant time, so that the time says nothing about any.
    for (OperatorToken operator : operators) {
      if (isFast(operator)
          && MessageDigest.isEqual(hash, HexFormat.of().parseHex(operator.hash()))) {
        found = operator;
      }
    }
    return found;
  }

  /** Whether a token has an Argon2id or bcrypt hash. Takes up to a second: for a worker. */
  static boolean isSlow(String token, OperatorToken operator) {
    byte[] bytes = token.getBytes(UTF_8);
    Argon2id argon2id = OperatorHash.argon2id(operator.hash());
    if (argon2id != null) {
      return MessageDigest.isEqual(argon2id.tag(), tag(bytes, argon2id));
    }
    return bytes.length <= BCRYPT_BYTES && OpenBSDBCrypt.checkPassword(operator.hash(), bytes);
  }

  /** A new salted hash, as a PHC string. */
  static String argon2id(String phrase) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    Argon2id made = new Argon2id(KIB, PASSES, 1, salt, new byte[TAG_BYTES]);
    Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
    return "$argon2id$v=19$m=%d,t=%d,p=1$%s$%s"
        .formatted(
            KIB,
            PASSES,
            base64.encodeToString(salt),
            base64.encodeToString(tag(phrase.getBytes(UTF_8), made)));
  }

  /** The Argon2id hash of a token under these parameters; what is in their tag is its length. */
  static byte[] tag(byte[] token, Argon2id parameters) {
    Argon2BytesGenerator generator = new Argon2BytesGenerator();
    generator.init(
        new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
            .withVersion(Argon2Parameters.ARGON2_VERSION_13)
            .withMemoryAsKB(parameters.kib())
            .withIterations(parameters.passes())
            .withParallelism(parameters.lanes())
            .withSalt(parameters.salt())
            .build());
    byte[] tag = new byte[parameters.tag().length];
    int unused = generator.generateBytes(token, tag);
    return tag;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
