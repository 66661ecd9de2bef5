package dev.headgate.gateway.token;

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
 */
public record Admission(
    String event,
    long epoch,
    int lane,
    int position,
    String placeId,
    long startSeconds,
    long expiresSeconds) {}
