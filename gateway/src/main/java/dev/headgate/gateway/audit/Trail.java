package dev.headgate.gateway.audit;

import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The entries of one event, by their lines: these begin with the ids, and sort by them. */
final class Trail {
  /** The change that ends a session; also in revoke.lua. */
  private static final String REVOKE = "revoke";

  private final NavigableMap<String, AuditEntry> entries = new TreeMap<>();

  /** Of each change the entry to show. */
  private final Map<String, AuditEntry> shown = new HashMap<>();

  /** Of each session that somebody ended the newest entry that says so. */
  private final Map<Session, AuditEntry> revoked = new HashMap<>();

  private String newestGiven = "";

  private record Session(int lane, int position) {}

  /** Whether it is a new one. */
  boolean add(AuditEntry entry) {
    if (entries.putIfAbsent(entry.line(), entry) != null) {
      return false;
    }
    shown.merge(entry.key(), entry, Trail::toShow);
    if (entry.change().equals(REVOKE)) {
      noteRevoked(entry);
    }
    if (entry.isGivenByTheStore() && entry.id().compareTo(newestGiven) > 0) {
      newestGiven = entry.id();
    }
    return true;
  }

  private void noteRevoked(AuditEntry entry) {
    if (new JsonObject(entry.line()).getValue("from") instanceof JsonObject from
        && from.getValue("lane") instanceof Integer lane
        && from.getValue("position") instanceof Integer position) {
      AuditEntry newest =
          revoked.merge(
              new Session(lane, position),
              entry,
              (one, other) -> one.line().compareTo(other.line()) >= 0 ? one : other);
      assert newest.change().equals(REVOKE);
    }
  }

  /** The newest entry that says that a session was ended. */
  Optional<AuditEntry> revoked(int lane, int position) {
    return Optional.ofNullable(revoked.get(new Session(lane, position)));
  }

  /** A change that was made is not one of which nobody knows; else the first one stands. */
  private static AuditEntry toShow(AuditEntry one, AuditEntry other) {
    if (one.isUnanswered() != other.isUnanswered()) {
      return one.isUnanswered() ? other : one;
    }
    return one.line().compareTo(other.line()) <= 0 ? one : other;
  }

  /** Up to so many after one, each change once. */
  List<AuditEntry> shownAfter(String id, int limit) {
    // A tilde sorts behind the comma that follows an id.
    Collection<AuditEntry> later =
        id.isEmpty() ? entries.values() : entries.tailMap("{\"id\":\"" + id + "\"~").values();
    return later.stream()
        .filter(entry -> entry.equals(shown.get(entry.key())))
        .limit(limit)
        .toList();
  }

  /** The entries that are not among these lines. */
  List<AuditEntry> without(Set<String> lines) {
    return entries.values().stream().filter(entry -> !lines.contains(entry.line())).toList();
  }

  int size() {
    return entries.size();
  }

  /** The id that the store gave last, as far as is known here; empty for none. */
  String newestGiven() {
    return newestGiven;
  }
}
