package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.token.Admission;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionClientsTest {
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final AtomicLong nanos = new AtomicLong();
  private final SessionClients clients = new SessionClients(metrics, nanos::get);

  private static Admission session(int position) {
    return new Admission("derby", 1, 0, position, "fan", 0, 600);
  }

  private int shared() {
    return (int) metrics.counter("headgate.sessions.shared").count();
  }

  private int further() {
    return (int) metrics.counter("headgate.sessions.further.clients").count();
  }

  @ParameterizedTest(name = "{0} clients at once: shared {1}, further {2}")
  @CsvSource({"1, 0, 0", "2, 1, 1", "3, 1, 2", "10, 1, 9", "16, 1, 15", "500, 1, 15"})
  void eachClientOfASessionIsCountedOnceHoweverOftenItComes(int many, int shared, int further) {
    List<CompletableFuture<Void>> uses =
        IntStream.range(0, many * 20)
            .mapToObj(
                i ->
                    CompletableFuture.runAsync(
                        () -> clients.used(session(1), "192.0.2." + i % many, "Browser")))
            .toList();
    uses.forEach(CompletableFuture::join);
    assertEquals(shared, shared());
    assertEquals(further, further());
  }

  @Test
  void aClientIsAnAddressAndAnAgent() {
    clients.used(session(1), "192.0.2.1", "Browser");
    clients.used(session(1), "192.0.2.1", "Other");
    clients.used(session(1), "192.0.2.1", null);
    clients.used(session(1), "192.0.2.2", "Browser");
    assertEquals(3, further());
    assertEquals(1, shared());
  }

  @Test
  void sessionsAreCountedApart() {
    for (int position = 0; position < 10; position++) {
      clients.used(session(position), "192.0.2." + position, "Browser");
    }
    assertEquals(0, shared());
    clients.used(session(3), "192.0.2.99", "Browser");
    clients.used(session(4), "192.0.2.99", "Browser");
    assertEquals(2, shared());
  }

  @Test
  void whoComesFromElsewhereMuchLaterHasMovedAndSharesNothing() {
    clients.used(session(1), "192.0.2.1", "Browser");
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
    clients.used(session(1), "192.0.2.2", "Browser");
    assertEquals(0, shared());
  }

  @Test
  void aRenewedTokenIsStillTheSameSession() {
    clients.used(session(1), "192.0.2.1", "Browser");
    clients.used(session(1).lasting(0, 1_200), "192.0.2.2", "Browser");
    assertEquals(1, shared());
  }
}
