package dev.headgate.gateway.operator;

import dev.headgate.gateway.audit.AuditEntry;
import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.audit.Change;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A trail that counts the entries which are read of it by pages. */
record CountedTrail(AuditTrail trail, AtomicInteger entries) implements AuditTrail {

  @Override
  public Future<Void> keep(String event, AuditEntry entry) {
    return trail.keep(event, entry);
  }

  @Override
  public Future<AuditEntry> note(Change change) {
    return trail.note(change);
  }

  @Override
  public Future<Page> read(String event, String after, int limit) {
    return trail
        .read(event, after, limit)
        .map(
            page -> {
              int unused = entries.addAndGet(page.entries().size());
              return page;
            });
  }

  @Override
  public Future<Optional<AuditEntry>> revoked(String event, int lane, int position) {
    return trail.revoked(event, lane, position);
  }

  @Override
  public Future<Void> close() {
    return trail.close();
  }
}
