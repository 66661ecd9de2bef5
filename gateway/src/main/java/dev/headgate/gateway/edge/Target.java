package dev.headgate.gateway.edge;

import dev.headgate.gateway.config.EventIds;

/**
 * What a request path names. Paths are compared as they were sent: an encoded or doubled character
 * makes another path, which leads nowhere.
 *
 * @param address which of our addresses
 * @param name the event id, or for an asset its name; empty otherwise
 */
record Target(Address address, String name) {

  private static final String QUEUE = "/queue/";
  private static final String JWKS = "/.well-known/jwks.json";

  static boolean isOurs(String path) {
    return path.startsWith(QUEUE) || path.equals(JWKS);
  }

  static Target of(String path) {
    if (!path.startsWith(QUEUE)) {
      return new Target(path.equals(JWKS) ? Address.JWKS : Address.NOWHERE, "");
    }
    int slash = path.indexOf('/', QUEUE.length());
    int end = slash < 0 ? path.length() : slash;
    String first = path.substring(QUEUE.length(), end);
    if (first.equals("-")) {
      return slash < 0
          ? new Target(Address.NOWHERE, "")
          : new Target(Address.ASSET, path.substring(slash + 1));
    }
    return EventIds.isOne(first)
        ? new Target(below(path.substring(end)), first)
        : new Target(Address.NO_EVENT, "");
  }

  private static Address below(String rest) {
    return switch (rest) {
      case "" -> Address.PAGE;
      case "/status" -> Address.STATUS;
      case "/draw" -> Address.DRAW;
      case "/challenge" -> Address.CHALLENGE;
      case "/places" -> Address.PLACES;
      case "/places/me" -> Address.MY_PLACE;
      case "/places/me/events" -> Address.MY_EVENTS;
      case "/places/me/link" -> Address.MY_LINK;
      case "/admissions" -> Address.ADMISSIONS;
      case "/admissions/me" -> Address.MY_ADMISSION;
      case "/admissions/me/leave" -> Address.MY_LEAVE;
      default -> Address.NOWHERE;
    };
  }
}
