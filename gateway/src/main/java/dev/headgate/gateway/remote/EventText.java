package dev.headgate.gateway.remote;

import java.io.PrintWriter;

/** An event in words and figures. */
final class EventText {
  private EventText() {}

  /** What has become of an event, on one line. */
  static String line(Node event) {
    Node dials = event.at("settings", "dials");
    return "%s  %s  version %s  %s a minute, %s inside"
        .formatted(
            event.at("event").shown(),
            phase(event),
            event.at("version").shown(),
            dials.at("newUsersPerMinute").shown(),
            dials.at("totalActiveUsers").shown());
  }

  static void list(Node events, PrintWriter out) {
    Table table =
        new Table(
            "EVENT", "PHASE", "SALE", "WAITING", "INSIDE", "LAST MINUTE", "DIAL", "FREE", "LIMIT");
    for (Node event : events.at("events").list()) {
      Node live = event.at("live");
      table.row(
          event.at("event").shown(),
          phase(event),
          event.at("onSaleAt").shown(),
          live.at("waiting").shown(),
          live.at("active").shown(),
          live.at("admittedLastMinute").shown(),
          event.at("settings", "dials", "newUsersPerMinute").shown(),
          live.at("remaining", "free").shown(),
          live.at("limit").shown());
    }
    table.print(out);
  }

  static void show(Node event, PrintWriter out) {
    out.println(event.at("event").shown() + ": " + event.at("settings", "title").shown());
    row(out, "phase", phase(event));
    row(out, "version", event.at("version").shown());
    row(out, "epoch", event.at("epoch").text());
    row(out, "sale", event.at("onSaleAt").shown() + ", closes " + event.at("closesAt").shown());
    row(out, "drawn", event.at("drawnAt").shown());
    row(out, "entrants", event.at("entrants").shown());
    row(out, "commitment", event.at("commitment").shown());
    event.at("pauseReasons").list().forEach(each -> said(out, "paused", each));
    event.at("messages").list().forEach(each -> said(out, "message", each));
    dials(event, out);
    live(event.at("live"), out);
  }

  /** The dials as they are, and what is left of them. */
  static void dials(Node event, PrintWriter out) {
    Node dials = event.at("settings", "dials");
    dials.fields().forEach((name, value) -> row(out, name, new Node(value).shown()));
    row(out, "effective", event.at("live", "effectivePerMinute").shown() + " a minute");
  }

  private static void live(Node live, PrintWriter out) {
    row(out, "waiting", live.at("waiting").shown() + ", seen lately " + live.at("present").shown());
    row(out, "called", live.at("called").shown() + ", at the door " + live.at("door").shown());
    row(out, "inside", live.at("active").shown());
    row(out, "last minute", live.at("admittedLastMinute").shown() + " let in");
    row(out, "joins", live.at("joinsPerSecond").shown() + " a second");
    row(out, "no-shows", live.at("noShowShare").percent());
    Node shop = live.at("backend");
    row(
        out,
        "shop",
        "p95 %s ms, errors %s, connections %s"
            .formatted(
                shop.at("p95Millis").shown(),
                shop.at("errorShare").percent(),
                shop.at("poolInUse").percent()));
    Node seats = live.at("remaining");
    row(out, "seats", seats.at("free").shown() + " free, " + seats.at("pending").shown() + " held");
    Node wait = live.at("estimate");
    row(
        out,
        "who joins now",
        wait.isNull()
            ? "is told no time"
            : "is told " + wait.at("low").shown() + " to " + wait.at("high").shown() + " s");
    row(out, "limit", live.at("limit").shown());
    live.at("warnings").list().forEach(each -> row(out, "warning", each.shown()));
  }

  static void said(PrintWriter out, String what, Node text) {
    String lang = text.at("lang").isNull() ? "" : " (" + text.at("lang").shown() + ")";
    row(out, what + lang, text.at("text").shown());
  }

  private static void row(PrintWriter out, String name, String value) {
    out.printf("  %-18s %s%n", name, value);
  }

  private static String phase(Node event) {
    String phase = event.at("phase").shown();
    if (event.at("restoring").isTrue()) {
      return phase + " (restoring)";
    }
    return event.at("halted").isTrue() && !phase.equals("paused") ? phase + " (halted)" : phase;
  }
}
