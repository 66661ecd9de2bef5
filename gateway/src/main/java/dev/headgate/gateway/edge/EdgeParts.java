package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.queue.Queue;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.Challenges;
import dev.headgate.gateway.token.EntryTickets;
import dev.headgate.gateway.token.PlaceTickets;
import dev.headgate.gateway.token.Proofs;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * What an edge is made of.
 *
 * @param vertx the Vert.x instance whose event loop it serves
 * @param config the configuration
 * @param events what is known of the events; shared by the process
 * @param queue the queue of this event loop
 * @param tickets reads and mints place tickets
 * @param entries reads entry tickets
 * @param tokens signs and verifies admission tokens
 * @param challenges issues and checks proofs of work; shared by the process
 * @param proofs checks proofs of possession; shared by the process
 * @param page the queue page
 * @param meters where the edge counts
 * @param streams the room for streams of places; shared by the process
 * @param nanoTime a time that only ever goes forward, in nanoseconds from anywhere
 */
public record EdgeParts(
    Vertx vertx,
    GatewayConfig config,
    Events events,
    Queue queue,
    PlaceTickets tickets,
    EntryTickets entries,
    AdmissionTokens tokens,
    Challenges challenges,
    Proofs proofs,
    QueuePage page,
    MeterRegistry meters,
    StreamRoom streams,
    LongSupplier nanoTime) {}
