package dev.headgate.gateway.edge;

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
 */
record EdgeShared(
    FanTickets tickets,
    FanCookies cookies,
    Places places,
    PlaceJson json,
    EdgeMeters meters,
    Signing signing,
    FanKeys keys) {}
