package dev.headgate.gateway.queue;

/**
 * One position in one life of an event's queue: what claims, sessions and the door are kept by.
 *
 * @param event the event id
 * @param epoch the life of the event
 * @param lane the lane; 0 is the only one so far
 * @param position the rank, from 0
 */
public record QueuePosition(String event, long epoch, int lane, int position) {}
