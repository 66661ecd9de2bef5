package dev.headgate.gateway.edge;

import dev.headgate.gateway.token.EntryTicket;
import dev.headgate.gateway.token.EntryTickets;
import dev.headgate.gateway.token.PlaceTicket;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Entries a test can write by hand: {@code hge1.<event>.<lane>.<name>.<expiry in seconds>}. */
final class ReadableEntries implements EntryTickets {

  static String entry(int lane, String name) {
    return "hge1.derby." + lane + "." + name + ".0";
  }

  @Override
  public String mint(String event, int lane, @Nullable Instant expires) {
    long end = expires == null ? 0 : expires.getEpochSecond();
    return "hge1." + event + "." + lane + ".minted." + end;
  }

  @Override
  public Optional<EntryTicket> read(String event, String ticket, Instant now) {
    String[] parts = ticket.split("\\.", -1);
    if (parts.length != 5 || !parts[0].equals("hge1") || !parts[1].equals(event)) {
      return Optional.empty();
    }
    long end = Long.parseLong(parts[4]);
    return end != 0 && now.getEpochSecond() >= end
        ? Optional.empty()
        : Optional.of(new EntryTicket(event, Integer.parseInt(parts[2]), parts[3]));
  }

  @Override
  public PlaceTicket place(EntryTicket entry, long epoch, int arrival) {
    String placeId = "holder-of-" + entry.id();
    return new PlaceTicket(entry.event(), epoch, entry.lane(), arrival, placeId);
  }
}
