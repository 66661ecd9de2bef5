package dev.headgate.gateway.token;

import org.jspecify.annotations.Nullable;

/**
 * What an admission token says.
 *
 * @param event the event whose shop may be used
 * @param epoch the life of the event
 * @param lane the lane of the position
 * @param position the position that was admitted
 * @param placeId the {@code sub}: the place ticket's random id
 * @param startSeconds the session's start, {@code iat} and {@code nbf}, in seconds since 1970
 * @param expiresSeconds the {@code exp}, in seconds since 1970
 * @param keyThumbprint the {@code cnf.jkt}: whose proof of possession it takes to use it (RFC
 *     9449); null where whoever bears it may
 */
public record Admission(
    String event,
    long epoch,
    int lane,
    int position,
    String placeId,
    long startSeconds,
    long expiresSeconds,
    @Nullable String keyThumbprint) {

  /** One that whoever bears it may use. */
  public Admission(
      String event,
      long epoch,
      int lane,
      int position,
      String placeId,
      long startSeconds,
      long expiresSeconds) {
    this(event, epoch, lane, position, placeId, startSeconds, expiresSeconds, null);
  }

  /** The same session, with another life. */
  public Admission lasting(long fromSeconds, long untilSeconds) {
    return new Admission(
        event, epoch, lane, position, placeId, fromSeconds, untilSeconds, keyThumbprint);
  }
}
