package dev.headgate.quickstart;

import dev.headgate.booking.config.EventSettings.Preset;
import dev.headgate.gateway.config.EventIds;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the demo shall be.
 *
 * @param event the event's id
 * @param seats how many seats the shop sells
 * @param preset what a customer may hold and buy
 * @param dials how fast fans are let in, and how many at a time
 * @param dpop whether fans need a key of their own
 * @param onSaleIn how long after the addresses answer the sale starts; null makes no event
 * @param listeners the ports
 * @param servers servers to use instead of our own
 */
record DemoPlan(
    String event,
    int seats,
    Preset preset,
    Dialled dials,
    boolean dpop,
    @Nullable Duration onSaleIn,
    Listeners listeners,
    Servers servers) {

  /** What the shop can generate a venue for. */
  private static final int MOST_SEATS = 500_000;

  /** The preset of this name. */
  static Preset presetOf(String name) {
    return Stream.of(Preset.values())
        .filter(each -> written(each).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "preset: " + name + " (expected: general or high-demand)"));
  }

  private static String written(Preset preset) {
    return preset.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The dials a demo may set. */
  record Dialled(int newUsersPerMinute, int totalActiveUsers, boolean throttled) {
    Dialled(int newUsersPerMinute, int totalActiveUsers) {
      this(newUsersPerMinute, totalActiveUsers, false);
    }

    Dialled {
      requireAtLeast(0, "rate", newUsersPerMinute);
      requireAtLeast(0, "active", totalActiveUsers);
    }
  }

  /** The ports for fans, operators and the shop; 0 takes a free one. */
  record Listeners(int fans, int operators, int shop) {
    Listeners {
      requirePort("port", fans);
      requirePort("operator-port", operators);
      requirePort("shop-port", shop);
      List<Integer> wanted = Stream.of(fans, operators, shop).filter(port -> port != 0).toList();
      if (Set.copyOf(wanted).size() < wanted.size()) {
        throw new IllegalArgumentException(
            "ports: %d, %d and %d (expected: all different)".formatted(fans, operators, shop));
      }
    }

    private static void requirePort(String name, int port) {
      if (port < 0 || port > 65_535) {
        throw new IllegalArgumentException(name + ": " + port + " (expected: 0 to 65535)");
      }
    }
  }

  /** Servers somebody else runs; null starts an embedded one. Both addresses may hold secrets. */
  record Servers(@Nullable URI redis, @Nullable URI postgres) {
    static final Servers EMBEDDED = new Servers(null, null);

    Servers {
      requireScheme("redis", redis, "rediss?");
      requireScheme("postgres", postgres, "postgres(ql)?");
    }

    /** The address is not repeated: it may hold a password. */
    private static void requireScheme(String name, @Nullable URI uri, String scheme) {
      if (uri != null
          && (uri.getScheme() == null
              || !uri.getScheme().matches(scheme)
              || uri.getHost() == null)) {
        throw new IllegalArgumentException(
            "%s: (expected: a URL such as %s)"
                .formatted(
                    name,
                    name.equals("redis")
                        ? "redis://127.0.0.1:6379"
                        : "postgresql://user:password@127.0.0.1:5432/database"));
      }
    }

    @Override
    public String toString() {
      return "Servers[redis=%s, postgres=%s]"
          .formatted(redis == null ? "embedded" : "given", postgres == null ? "embedded" : "given");
    }
  }

  DemoPlan {
    if (!EventIds.isOne(event)) {
      throw new IllegalArgumentException("event: " + event + " (expected: a name like derby-2)");
    }
    requireAtLeast(1, "seats", seats);
    if (seats > MOST_SEATS) {
      throw new IllegalArgumentException("seats: " + seats + " (expected: <= " + MOST_SEATS + ")");
    }
    if (onSaleIn != null && onSaleIn.isNegative()) {
      throw new IllegalArgumentException(
          "on-sale-in: " + onSaleIn.toSeconds() + " (expected: >= 0)");
    }
  }

  private static void requireAtLeast(int least, String name, int value) {
    if (value < least) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: >= " + least + ")");
    }
  }
}
