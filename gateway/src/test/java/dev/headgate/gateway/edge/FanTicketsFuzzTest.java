package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.http.Cookies;
import dev.headgate.gateway.testing.Fuzz;
import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.PlaceTickets;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FanTicketsFuzzTest {
  private static final long[] ONCE_FAILED = {1};
  private static final String ALPHABET = ";;==\"\" \thg_place_derby-1%,aZ.";

  private final PlaceTickets tickets = new Tolerant();
  private final FanTickets reader = new FanTickets(tickets);

  @Test
  void theReaderOfEveryPollFindsTheTicketThatTheReaderOfAllCookiesFinds() {
    Fuzz.run(
        2_500_000,
        ONCE_FAILED,
        random -> {
          MultiMap headers = headers(random);
          PlaceTicket found = reader.presented(headers, "derby").ticket();
          assertEquals(newest(headers), found == null ? -1 : found.epoch(), () -> headers + "");
        });
  }

  private static MultiMap headers(Random random) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    for (int lines = random.nextInt(4); lines > 0; lines--) {
      String ticket = ReadableTickets.ticket("derby", 1 + random.nextInt(5), 7);
      String line = "a=b; hg_place_derby=" + ticket + "; c=d";
      headers.add("Cookie", random.nextBoolean() ? line : Fuzz.mutated(random, line, ALPHABET));
    }
    if (random.nextInt(4) == 0) {
      headers.add("Headgate-Place", ReadableTickets.ticket("derby", 3, 7));
    }
    return headers;
  }

  /** The newest epoch of a ticket that is good, found by cutting everything up; -1 for none. */
  private long newest(MultiMap headers) {
    List<String> candidates = new ArrayList<>(Cookies.values(headers, "hg_place_derby"));
    @Nullable String header = headers.get("Headgate-Place");
    if (header != null) {
      candidates.add(header);
    }
    return candidates.stream()
        .flatMap(candidate -> tickets.read("derby", candidate).stream())
        .map(PlaceTicket::epoch)
        .max(Comparator.naturalOrder())
        .orElse(-1L);
  }

  /** Reads what a test wrote, and takes what was changed into something else for no ticket. */
  private static final class Tolerant implements PlaceTickets {
    private final ReadableTickets readable = new ReadableTickets();

    @Override
    public PlaceTicket newPlace(String event, long epoch, int lane, int arrival) {
      return readable.newPlace(event, epoch, lane, arrival);
    }

    @Override
    public String write(PlaceTicket place) {
      return readable.write(place);
    }

    @Override
    public Optional<PlaceTicket> read(String event, String ticket) {
      try {
        return readable.read(event, ticket);
      } catch (NumberFormatException changed) {
        return Optional.empty();
      }
    }
  }
}
