package dev.headgate.gateway.token;

/**
 * What an entry ticket says: whoever holds it may join this lane of this event, in one place.
 *
 * @param event the event id (not in the ticket's bytes, but covered by its MAC)
 * @param lane the lane's number, from 1
 * @param id 16 random bytes in base64url without padding, 22 characters
 */
public record EntryTicket(String event, int lane, String id) {}
