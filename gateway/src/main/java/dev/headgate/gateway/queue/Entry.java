package dev.headgate.gateway.queue;

/**
 * What an entry ticket grants: one place in a lane. The same entry always gives the same place.
 *
 * @param lane the lane's number, from 1
 * @param id the entry's id, 22 characters of base64url
 */
public record Entry(int lane, String id) {}
