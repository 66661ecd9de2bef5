package dev.headgate.gateway.config;

import java.util.List;
import java.util.Optional;

/** Where the routes of one configuration lead. */
public interface Ways {

  /** All routes, in order. */
  List<Route> routes();

  /** The routes that requests for an event may go by, in order, whether or not it exists. */
  List<Route> to(String event);

  /** How a page of the public origin is reached; empty where no route takes it. */
  Optional<Way> toPage(String path);

  /** The largest body that a route forwards, in bytes. */
  long maxBodyBytes(Route route);

  /**
   * How a page is reached.
   *
   * @param event the event that its route takes it for; empty where it names none
   */
  record Way(Route route, String event) {

    /** Whether only those get there who were let in to an event. */
    public boolean needsAdmissionTo(String wanted) {
      boolean any = route.event() instanceof EventSource.Token;
      return route.access() == Route.Access.ADMISSION && (any || event.equals(wanted));
    }
  }
}
