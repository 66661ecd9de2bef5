package dev.headgate.booking.ticket;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import dev.headgate.booking.config.KeyFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.text.ParseException;

/** An Ed25519 key, kept as a JWK in a file that only its owner may read. */
final class TicketKey {
  static final String ALGORITHM = "Ed25519";
  private static final byte[] PROBE = "headgate".getBytes(StandardCharsets.US_ASCII);

  private final PrivateKey secret;
  private final PublicKey known;

  private TicketKey(OctetKeyPair jwk) throws GeneralSecurityException {
    if (!Curve.Ed25519.equals(jwk.getCurve()) || !jwk.isPrivate()) {
      throw new GeneralSecurityException("no private Ed25519 key");
    }
    this.secret =
        KeyFactory.getInstance(ALGORITHM)
            .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, jwk.getDecodedD()));
    this.known = PublicPoint.decoded(jwk.getDecodedX());
    Signature check = Signature.getInstance(ALGORITHM);
    check.initVerify(known);
    check.update(PROBE);
    if (!check.verify(signature(PROBE))) {
      throw new GeneralSecurityException("its two halves do not belong together");
    }
  }

  static TicketKey in(Path file) {
    try {
      byte[] jwk = KeyFile.read(file, TicketKey::generated);
      return new TicketKey(OctetKeyPair.parse(new String(jwk, StandardCharsets.UTF_8)));
    } catch (ParseException malformed) {
      // Without its cause: that might quote the file.
      throw new IllegalStateException("ticket key " + file + " is not a JWK");
    } catch (IOException | GeneralSecurityException unusable) {
      throw new IllegalStateException("ticket key " + file + " is not usable", unusable);
    }
  }

  byte[] signature(byte[] message) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(secret);
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  PublicKey known() {
    return known;
  }

  String jwks() {
    byte[] point = PublicPoint.encoded(known);
    return new JWKSet(
            new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point))
                .keyID(Base64URL.encode(KeyId.of(known)).toString())
                .keyUse(KeyUse.SIGNATURE)
                .algorithm(new Algorithm("EdDSA"))
                .build())
        .toString();
  }

  private static byte[] generated() throws GeneralSecurityException {
    KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
    byte[] secret = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
    byte[] point = PublicPoint.encoded((EdECPublicKey) pair.getPublic());
    return new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point))
        .d(Base64URL.encode(secret))
        .build()
        .toJSONString()
        .getBytes(StandardCharsets.UTF_8);
  }
}
