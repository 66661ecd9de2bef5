package dev.headgate.gateway.remote;

import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a turn of the dials will do, as the gateway works it out. */
final class Forecast {
  private static final int NOT_FOUND = 404;

  private Forecast() {}

  static Answer of(Desk desk, String event, Map<String, Object> dials) throws FailedException {
    return desk.api().ask(Desk.call("POST", event, "forecast").body(Map.of("dials", dials)));
  }

  /** The same, or nothing from a gateway that gives none. */
  static Node ifGiven(Desk desk, String event, Map<String, Object> dials) throws FailedException {
    try {
      return of(desk, event, dials).json();
    } catch (FailedException refused) {
      if (refused.status() == NOT_FOUND) {
        return new Node(null);
      }
      throw refused;
    }
  }

  static void print(Node forecast, PrintWriter out) {
    out.println("now    " + sentence(forecast.at("now")));
    out.println("asked  " + sentence(forecast.at("asked")));
    forecast.at("warnings").list().forEach(each -> out.println("  warning: " + each.shown()));
    if (forecast.at("large").isTrue()) {
      out.println("This is a large step.");
    }
    out.flush();
  }

  private static @Nullable String sentence(Node figures) {
    return figures.at("sentence").shown();
  }
}
