package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import dev.headgate.gateway.token.KeyText.UnreadableException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which keys are taken, whatever file they come in. */
class KeyTextTest {

  @Test
  void weakKeysAndKeysForOtherUsesAreRefusedAsJwkAndAsPem() throws Exception {
    List<KeyPair> pairs =
        List.of(
            rsa(1024, RSAKeyGenParameterSpec.F4),
            rsa(2047, RSAKeyGenParameterSpec.F4),
            rsa(2048, BigInteger.valueOf(3)),
            rsa(2048, BigInteger.valueOf(17)),
            rsa(2048, BigInteger.ONE.shiftLeft(32).add(BigInteger.valueOf(15))),
            curve("secp384r1"),
            curve("secp521r1"),
            pair("X25519"),
            pair("Ed448"),
            pair("DSA"),
            pair("RSASSA-PSS"));
    List<String> texts = new ArrayList<>();
    for (KeyPair pair : pairs) {
      texts.add(pem(pair));
      if (pair.getPublic() instanceof RSAPublicKey key && key.getAlgorithm().equals("RSA")) {
        texts.add(
            new RSAKey.Builder(key)
                .privateKey(pair.getPrivate())
                .keyID("k")
                .build()
                .toJSONString());
      }
    }
    KeyPair p521 = pairs.get(6);
    texts.add(
        new ECKey.Builder(Curve.P_521, (ECPublicKey) p521.getPublic())
            .privateKey(p521.getPrivate())
            .keyID("k")
            .build()
            .toJSONString());
    texts.add(new OctetSequenceKey.Builder(new byte[64]).keyID("k").build().toJSONString());
    for (String text : texts) {
      assertRefused(text);
    }
  }

  @Test
  void aKeyThatIsForSomethingElseOrWithoutItsPrivatePartIsRefused() throws Exception {
    for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
      String made = KeyText.made(algorithm);
      assertEquals(algorithm, KeyText.read(KeyText.imported(made)).algorithm());
      assertRefused(made.replace("\"sig\"", "\"enc\""));
      assertRefused(made.replace("\"" + algorithm + "\"", "\"PS256\""));
      assertRefused(made.replace("\"" + algorithm + "\"", "\"HS256\""));
      assertRefused(JWK.parse(made).toPublicJWK().toJSONString());
      assertRefused(made.replaceFirst("\"kid\":\"[^\"]*\"", "\"kid\":\"../../x\""));
    }
  }

  private static void assertRefused(String text) {
    UnreadableException refused =
        assertThrows(UnreadableException.class, () -> KeyText.read(KeyText.imported(text)));
    assertEquals("malformed (expected: " + KeyText.EXPECTED + ")", refused.getMessage());
    assertFalse(refused.getCause() != null);
  }

  private static KeyPair rsa(int bits, BigInteger exponent) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(new RSAKeyGenParameterSpec(bits, exponent));
    return generator.generateKeyPair();
  }

  private static KeyPair curve(String name) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(name));
    return generator.generateKeyPair();
  }

  private static KeyPair pair(String algorithm) throws Exception {
    return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
  }

  private static String pem(KeyPair pair) {
    String body = Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded());
    return "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n";
  }
}
