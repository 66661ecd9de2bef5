package dev.headgate.gateway.queue;

/**
 * Numbers of a lane that were handed out by a call of this gateway.
 *
 * @param epoch the life of the event they are of
 * @param lane the lane
 * @param highest above the highest of them
 * @param bound above every number given so far, by whichever gateway
 */
record Handed(long epoch, int lane, int highest, int bound) {}
