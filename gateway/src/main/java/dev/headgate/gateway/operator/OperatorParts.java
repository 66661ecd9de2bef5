package dev.headgate.gateway.operator;

import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.config.Pages;
import dev.headgate.gateway.config.Ways;
import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.preview.FramedPages;
import dev.headgate.gateway.queue.Events;
import dev.headgate.gateway.telemetry.Telemetry;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * What the operator's API is made of.
 *
 * @param events the events and the changes to them
 * @param access knows who may operate
 * @param readiness runs the store's real script against a probe key; fails when it does not work
 * @param telemetry what this process measures
 * @param admissions knows sessions by their ids
 * @param entries makes entry tickets
 * @param pages the themes that an event may choose
 * @param audit where each change is noted
 * @param frames the queue page in every state, for the console
 * @param draws what everybody is told of draws
 * @param feed what happened to events
 * @param ways where the routes lead that are in use when it is asked
 */
public record OperatorParts(
    Events events,
    Access access,
    Supplier<Future<Void>> readiness,
    Telemetry telemetry,
    AdmissionTokens admissions,
    EntryMint entries,
    Pages pages,
    AuditTrail audit,
    FramedPages frames,
    PublicDraws draws,
    Feed feed,
    Supplier<Ways> ways) {}
