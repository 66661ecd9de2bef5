package dev.headgate.gateway.forward;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.headgate.gateway.queue.QueuePosition;
import dev.headgate.gateway.token.Admission;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts how many clients use one session within a minute. An admission is a bearer credential:
 * sharing it shares one session, which is seen here and refused nowhere. One for the process, since
 * a session's connections are spread over its event loops; safe for use from any thread.
 */
public final class SessionClients {
  private static final int MOST_SESSIONS = 65_536;
  private static final int MOST_CLIENTS = 16;
  private static final Duration SPAN = Duration.ofMinutes(1);

  private final Counter shared;
  private final Counter further;
  private final Cache<QueuePosition, Clients> sessions;

  /** Counts where it is told to, by the time that a ticker gives in nanoseconds. */
  public SessionClients(MeterRegistry metrics, Ticker ticker) {
    shared =
        Counter.builder("headgate.sessions.shared")
            .description("Sessions that a second client used within a minute of the first")
            .register(metrics);
    further =
        Counter.builder("headgate.sessions.further.clients")
            .description("Clients beyond the first of a session, within a minute; 15 at most each")
            .register(metrics);
    sessions =
        Caffeine.newBuilder()
            .maximumSize(MOST_SESSIONS)
            .expireAfterWrite(SPAN)
            .ticker(ticker)
            .executor(Runnable::run)
            .build();
  }

  /**
   * A client has used a session.
   *
   * @param admission that it came with
   * @param address of the client, beyond proxies that are trusted
   * @param agent its {@code User-Agent}, or null
   */
  public void used(Admission admission, String address, @Nullable String agent) {
    int client = 31 * address.hashCode() + (agent == null ? 0 : agent.hashCode());
    QueuePosition session = Passage.position(admission);
    Clients clients = sessions.getIfPresent(session);
    if (clients == null) {
      clients = sessions.get(session, unknown -> new Clients(client));
    }
    int number = clients.see(client);
    if (number == 1) {
      shared.increment();
    }
    if (number > 0) {
      further.increment();
    }
  }

  /** The clients of one session, by hashes: neither addresses nor agents are kept. */
  private static final class Clients {
    private final int first;
    private int[] others = {};

    Clients(int first) {
      this.first = first;
    }

    /** Which of the further clients this is, from 1, when it has not been seen before; else 0. */
    int see(int client) {
      return client == first ? 0 : seeOther(client);
    }

    private synchronized int seeOther(int client) {
      boolean seen = Arrays.stream(others).anyMatch(other -> other == client);
      if (seen || others.length >= MOST_CLIENTS - 1) {
        return 0;
      }
      others = Arrays.copyOf(others, others.length + 1);
      others[others.length - 1] = client;
      return others.length;
    }
  }
}
