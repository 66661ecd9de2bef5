package dev.headgate.gateway.queue;

import dev.headgate.policy.estimate.PromiseLog;
import dev.headgate.policy.pace.AdmissionPolicy;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * What the events are made of.
 *
 * @param vertx whose loops they run on
 * @param redis where the store is
 * @param state the folder that remembers
 * @param drawSeeds where the seeds of draws come from
 * @param policy decides how many to call
 * @param backend what this gateway sees of the backends
 * @param promises is told of each promise of a waiting time that has come due
 * @param gateway this gateway's name among those that share the store
 * @param clock for display while the store, whose clock counts, does not answer
 */
public record EventsParts(
    Vertx vertx,
    URI redis,
    Path state,
    DrawSeeds drawSeeds,
    AdmissionPolicy policy,
    BackendHealth backend,
    Consumer<PromiseLog.Kept> promises,
    String gateway,
    InstantSource clock) {}
