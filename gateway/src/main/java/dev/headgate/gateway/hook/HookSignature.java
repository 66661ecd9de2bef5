package dev.headgate.gateway.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The header {@code webhook-signature} of Standard Webhooks, version 1. */
final class HookSignature {
  private static final String ALGORITHM = "HmacSHA256";

  private HookSignature() {}

  /** One signature a secret, with spaces between. */
  static String of(String id, long seconds, String body, List<byte[]> secrets) {
    byte[] signed = (id + "." + seconds + "." + body).getBytes(UTF_8);
    return secrets.stream()
        .map(secret -> "v1," + Base64.getEncoder().encodeToString(mac(signed, secret)))
        .collect(Collectors.joining(" "));
  }

  private static byte[] mac(byte[] signed, byte[] secret) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return mac.doFinal(signed);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
    }
  }
}
