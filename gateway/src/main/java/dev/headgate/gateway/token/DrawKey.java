package dev.headgate.gateway.token;

/** The secret from which every draw's seed is derived. */
public interface DrawKey {

  /** The seed of one draw, 32 bytes: {@code HMAC-SHA256(drawKey, …)}. Stored nowhere. */
  byte[] seed(String drawId, long epoch);
}
