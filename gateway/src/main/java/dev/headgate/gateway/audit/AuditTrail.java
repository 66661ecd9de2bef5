package dev.headgate.gateway.audit;

import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who changed what in which event, from what, to what, and when. Entries are only ever added. They
 * are in the store, where all gateways find them, and in a file an event of each gateway, so that
 * they outlive the store. What changes the store is written there by the script that does, in the
 * same step. Safe for use from any thread.
 */
public interface AuditTrail {

  /** The trails in a Redis and a folder; follows what other gateways add until it is closed. */
  static AuditTrail over(AuditParts parts) {
    return StoredTrail.begin(parts);
  }

  /** What stands before each script that writes into a trail; its file says what it has. */
  static String script() {
    return SharedTrails.TRAIL;
  }

  /**
   * Takes up the entry of a change that the store has made and written down. It is on this
   * gateway's disk when the future completes; a disk that is full is logged, and hides nothing.
   */
  Future<Void> keep(String event, AuditEntry entry);

  /**
   * Adds an entry of what changes nothing in the store. It is on this gateway's disk when the
   * future completes, also while the store is away: then the store gets it later.
   */
  Future<AuditEntry> note(Change change);

  /**
   * A page of an event's entries, the oldest first.
   *
   * @param after the id of the last entry one has; empty for all
   * @param limit at most so many
   */
  Future<Page> read(String event, String after, int limit);

  /**
   * The newest entry that says that somebody ended a session; empty where none does. Found without
   * reading the others, however many there are.
   */
  Future<Optional<AuditEntry>> revoked(String event, int lane, int position);

  /** Stops following; completes when what was noted is on disk. */
  Future<Void> close();

  /**
   * Some entries.
   *
   * @param next what to read after for more; null when these are all there are
   */
  record Page(List<AuditEntry> entries, @Nullable String next) {}
}
