package dev.headgate.booking.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Refuses blocks that name what the venue has not, or that want the same seat. */
final class Blocks {
  private Blocks() {}

  static void check(String event, Venue venue, List<EventSettings.Block> blocks) {
    Set<String> names = new HashSet<>();
    for (EventSettings.Block block : blocks) {
      Check.that(
          names.add(block.name()), "event " + event + " block", block.name(), "each name once");
    }
    if (!blocks.isEmpty()) {
      checkSeats("event " + event + " block ", venue, blocks);
    }
  }

  private static void checkSeats(String where, Venue venue, List<EventSettings.Block> blocks) {
    Set<String> sections = new HashSet<>();
    Set<String> rows = new HashSet<>();
    Set<String> seats = new HashSet<>();
    for (Venue.Section section : venue.sections()) {
      sections.add(section.id());
      for (Venue.Row row : section.rows()) {
        rows.add(row.label());
        row.names().forEach(name -> seats.add(name.written()));
        checkOnce(where, section, row, blocks);
      }
    }
    for (EventSettings.Block block : blocks) {
      known(where + block.name() + " sections", block.sections(), sections);
      known(where + block.name() + " rows", block.rows(), rows);
      known(where + block.name() + " seats", block.seats(), seats);
      boolean empty =
          block.sections().isEmpty() && block.rows().isEmpty() && block.seats().isEmpty();
      Check.that(!empty, where + block.name(), "nothing", "sections, rows or seats");
    }
  }

  private static void checkOnce(
      String where, Venue.Section section, Venue.Row row, List<EventSettings.Block> blocks) {
    row.names()
        .forEach(
            name -> {
              String seat = name.written();
              long in = blocks.stream().filter(b -> b.has(section.id(), name.row(), seat)).count();
              Check.that(in <= 1, where + "seat", seat, "in one block at most");
            });
  }

  private static void known(String what, Set<String> named, Set<String> there) {
    for (String name : named) {
      Check.that(there.contains(name), what, name, "one that the venue has");
    }
  }
}
