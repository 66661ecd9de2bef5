package dev.headgate.gateway.edge;

import java.util.function.LongSupplier;

/**
 * What several endpoints of one event loop use.
 *
 * @param tickets finds a request's ticket
 * @param cookies sets ours
 * @param places looks places up
 * @param json writes places
 * @param meters counts
 * @param signing signs admissions
 * @param keys has fans prove that they have the key of their place
 * @param nanoTime a time that only ever goes forward, in nanoseconds from anywhere
 */
record EdgeShared(
    FanTickets tickets,
    FanCookies cookies,
    Places places,
    PlaceJson json,
    EdgeMeters meters,
    Signing signing,
    FanKeys keys,
    LongSupplier nanoTime) {}
