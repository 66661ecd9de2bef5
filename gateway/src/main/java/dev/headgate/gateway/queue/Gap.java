package dev.headgate.gateway.queue;

/**
 * Arrival numbers that were skipped and belong to nobody.
 *
 * @param from the first of them
 * @param to the first after them
 */
public record Gap(int from, int to) {}
