package dev.headgate.quickstart;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * What shop and payment processor share, new at each start.
 *
 * @param apiKey which the shop shows with each call; of a test account, as its beginning says
 * @param webhook which the processor signs with
 */
record PaymentSecrets(String apiKey, String webhook) {
  static PaymentSecrets random() {
    return new PaymentSecrets("sk_test_" + bits(), "whsec_" + bits());
  }

  private static String bits() {
    byte[] bits = new byte[24];
    new SecureRandom().nextBytes(bits);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
  }

  @Override
  public String toString() {
    return "PaymentSecrets[]";
  }
}
