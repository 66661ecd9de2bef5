package dev.headgate.gateway.edge;

import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import dev.headgate.gateway.token.PlaceTicket;
import dev.headgate.gateway.token.PlaceTickets;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the place ticket of a request, in its header or in any of its cookies. */
final class FanTickets {

  private static final CharSequence HEADER = HttpHeaders.createOptimized("headgate-place");

  private final PlaceTickets tickets;

  FanTickets(PlaceTickets tickets) {
    this.tickets = tickets;
  }

  /**
   * What was presented.
   *
   * @param ticket the valid ticket of the newest epoch, or null
   * @param any whether anything was presented at all
   */
  record Presented(@Nullable PlaceTicket ticket, boolean any) {

    static final Presented NOTHING = new Presented(null, false);

    /** The ticket, or a {@link ProblemException} that says why there is none. */
    PlaceTicket orRefuse() {
      if (ticket != null) {
        return ticket;
      }
      throw new ProblemException(
          any
              ? Problem.of(
                  401, "bad-place", "The place ticket is not valid", "Join the queue again.")
              : Problem.of(401, "no-place", "No place ticket", "Join the queue first."));
    }

    private Presented or(Presented other) {
      if (other.ticket == null) {
        return any ? this : other;
      }
      return ticket != null && ticket.epoch() >= other.ticket.epoch() ? this : other;
    }
  }

  /** Whether a ticket was sent otherwise than by a browser of its own accord. */
  static boolean isInHeader(MultiMap headers) {
    return headers.contains(HEADER);
  }

  Presented presented(MultiMap headers, String event) {
    Presented best = read(event, headers.get(HEADER));
    List<String> lines = headers.getAll(HttpHeaders.COOKIE);
    if (lines.isEmpty()) {
      return best;
    }
    String name = FanCookies.PLACE + event;
    for (String line : lines) {
      best = best.or(inLine(line, name, event));
    }
    return best;
  }

  /** One pass without cutting the line up: this is on the path of every poll. */
  private Presented inLine(String line, String name, String event) {
    Presented best = Presented.NOTHING;
    int from = 0;
    while (from < line.length()) {
      int semicolon = line.indexOf(';', from);
      int end = semicolon < 0 ? line.length() : semicolon;
      String value = valueOf(line, name, from, end);
      best = best.or(read(event, value));
      from = end + 1;
    }
    return best;
  }

  private static @Nullable String valueOf(String line, String name, int from, int end) {
    int start = from;
    while (start < end && isSpace(line.charAt(start))) {
      start++;
    }
    if (!line.startsWith(name, start)) {
      return null;
    }
    int equals = start + name.length();
    while (equals < end && isSpace(line.charAt(equals))) {
      equals++;
    }
    if (equals >= end || line.charAt(equals) != '=') {
      return null;
    }
    String value = line.substring(equals + 1, end).trim();
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }

  private Presented read(String event, @Nullable String ticket) {
    if (ticket == null || ticket.isEmpty()) {
      return Presented.NOTHING;
    }
    return new Presented(tickets.read(event, ticket).orElse(null), true);
  }
}
