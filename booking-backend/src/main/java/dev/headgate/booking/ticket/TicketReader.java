package dev.headgate.booking.ticket;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a gate does with the text in a QR code. It says who made a ticket, not whether somebody went
 * in with it already, nor whether it was given back since: a gate keeps a list of both.
 */
public final class TicketReader {
  private final List<PublicKey> keys;

  private TicketReader(List<PublicKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Knows the shop's published keys.
   *
   * @param jwks as {@link Tickets#publicKeys} wrote it
   * @throws IllegalArgumentException when that is no JWK Set with an Ed25519 key
   */
  public static TicketReader knowing(String jwks) {
    try {
      List<PublicKey> keys = new ArrayList<>();
      for (JWK jwk : JWKSet.parse(jwks).getKeys()) {
        if (jwk instanceof OctetKeyPair pair) {
          keys.add(PublicPoint.decoded(pair.getDecodedX()));
        }
      }
      if (keys.isEmpty()) {
        throw new IllegalArgumentException("ticket keys: none (expected: an Ed25519 key)");
      }
      return new TicketReader(keys);
    } catch (ParseException | GeneralSecurityException malformed) {
      throw new IllegalArgumentException("ticket keys: not a JWK Set of Ed25519 keys", malformed);
    }
  }

  /** The ticket in this text, if one of the known keys signed it and nothing was changed. */
  public Optional<SignedTicket> read(String text) {
    return keys.stream().flatMap(key -> read(text, key).stream()).findFirst();
  }

  /** The ticket in this text, if this key signed it and nothing was changed. */
  public static Optional<SignedTicket> read(String text, PublicKey key) {
    return TicketText.in(text).filter(ticket -> isBy(key, ticket)).flatMap(TicketReader::ticket);
  }

  private static boolean isBy(PublicKey key, TicketText ticket) {
    byte[] keyId = Arrays.copyOf(ticket.signed(), KeyId.BYTES);
    if (!Arrays.equals(keyId, KeyId.of(key))) {
      return false;
    }
    try {
      Signature signature = Signature.getInstance(TicketKey.ALGORITHM);
      signature.initVerify(key);
      signature.update(TicketText.message(ticket.signed()));
      return signature.verify(ticket.signature());
    } catch (GeneralSecurityException malformed) {
      return false;
    }
  }

  private static Optional<SignedTicket> ticket(TicketText text) {
    ByteBuffer record = ByteBuffer.wrap(text.signed());
    return SignedTicket.in(record.position(KeyId.BYTES));
  }
}
