package dev.headgate.gateway.queue;

/**
 * What the shop can still sell.
 *
 * @param free seats nobody has
 * @param pending seats that are held or being paid for, and may come back
 */
public record Remaining(int free, int pending) {}
