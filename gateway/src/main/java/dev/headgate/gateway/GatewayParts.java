package dev.headgate.gateway;

import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.backend.Backends;
import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.edge.StreamRoom;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.forward.SessionClients;
import dev.headgate.gateway.page.QueuePage;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.telemetry.Telemetry;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.Challenges;
import dev.headgate.gateway.token.EntryTickets;
import dev.headgate.gateway.token.PlaceTickets;
import dev.headgate.gateway.token.Proofs;
import dev.headgate.gateway.upstream.Upstreams;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What the event loops of one gateway share.
 *
 * @param fanConnections how many connections fans have open
 * @param streams the room for streams of places
 * @param audit who changed what
 * @param access who may operate
 * @param feed what happened to events
 * @param tls what fans' connections are encrypted with; null where they are not
 */
record GatewayParts(
    GatewayConfig config,
    Events events,
    Backends backends,
    Upstreams upstreams,
    PlaceTickets tickets,
    EntryTickets entries,
    AdmissionTokens tokens,
    Challenges challenges,
    Proofs proofs,
    QueuePage page,
    Telemetry telemetry,
    Passes passes,
    SessionClients clients,
    AtomicInteger fanConnections,
    StreamRoom streams,
    AuditTrail audit,
    Access access,
    Feed feed,
    @Nullable TlsFiles tls) {}
