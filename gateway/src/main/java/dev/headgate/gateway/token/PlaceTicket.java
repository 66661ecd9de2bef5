package dev.headgate.gateway.token;

import org.jspecify.annotations.Nullable;

/**
 * What a place ticket says: this arrival number of this life of this event is yours.
 *
 * @param event the event id (not in the ticket's bytes, but covered by its MAC)
 * @param epoch the life of the event in which it was given
 * @param lane the lane's number; 0 is the general one
 * @param arrival the arrival number, from 0
 * @param placeId 16 bytes in base64url without padding, random or derived from an entry ticket: the
 *     fan's public name, {@code sub} of the admission token
 * @param keyThumbprint the SHA-256 thumbprint of the key it takes to take the turn (RFC 7638, in
 *     base64url); null where the ticket is enough
 */
public record PlaceTicket(
    String event,
    long epoch,
    int lane,
    int arrival,
    String placeId,
    @Nullable String keyThumbprint) {

  /** One that needs no key. */
  public PlaceTicket(String event, long epoch, int lane, int arrival, String placeId) {
    this(event, epoch, lane, arrival, placeId, null);
  }

  /** The same place for the holder of this key; null for whoever has the ticket. */
  public PlaceTicket boundTo(@Nullable String thumbprint) {
    return new PlaceTicket(event, epoch, lane, arrival, placeId, thumbprint);
  }
}
