package dev.headgate.gateway.config;

import dev.headgate.gateway.config.OutlierRules.AllOut;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code upstreams}. */
final class UpstreamFields {
  private static final Upstream SHOP =
      new Upstream(
          URI.create("http://127.0.0.1:8081"), URI.create("http://127.0.0.1:8082/internal/load"));
  private static final int MOST_SERVERS = 64;
  private static final FieldType<URI> ADDRESS =
      new FieldType<>(
          "an address such as http://127.0.0.1:8082/internal/load",
          value -> value instanceof String text ? WebAddress.of(text) : null);
  private static final FieldType<Integer> STATUS = FieldType.whole(200, 599);
  // A 500 is the application's word about one request, not about the server.
  private static final FieldType<Integer> FAILING_STATUS = FieldType.whole(501, 599);
  private static final FieldType<Integer> IN_A_ROW = FieldType.whole(1, 100);
  private static final FieldType<Duration> UP_TO_A_MINUTE = upTo(Duration.ofMinutes(1));
  private static final FieldType<Duration> UP_TO_FIVE_MINUTES = upTo(Duration.ofMinutes(5));
  private static final FieldType<Duration> UP_TO_AN_HOUR = upTo(Duration.ofHours(1));
  private static final FieldType<AllOut> ALL_OUT =
      FieldType.oneOf(Map.of("refuse", AllOut.REFUSE, "try", AllOut.TRY));

  private UpstreamFields() {}

  static Map<String, Upstream> read(Fields fields) {
    return fields.map("upstreams", Map.of("shop", SHOP), UpstreamFields::upstream);
  }

  private static @Nullable Upstream upstream(Fields.Entry entry) {
    if (GatewayConfigFile.NAME.parse().parse(entry.key()) == null) {
      entry.wrong("under " + GatewayConfigFile.NAME.expected());
      return null;
    }
    if (entry.value() instanceof JsonObject) {
      Fields fields = entry.object();
      Upstream upstream =
          new Upstream(
              origins(fields),
              fields.nullable("load", ADDRESS),
              health(fields),
              outliers(fields.object("outliers")),
              limits(fields));
      fields.refuseUnknown();
      return upstream;
    }
    URI origin = entry.as(FieldType.origin());
    return origin == null ? null : Upstream.at(origin);
  }

  /** One server under {@code url}, or several under {@code origins}. */
  private static List<URI> origins(Fields fields) {
    if (fields.isAbsent("origins")) {
      return List.of(fields.required("url", FieldType.origin(), SHOP.origins().get(0)));
    }
    if (!fields.isAbsent("url")) {
      fields.wrong("origins", "beside url", "url for one server, origins for several");
    }
    int before = fields.errors().size();
    Set<String> seen = new HashSet<>();
    List<URI> origins = fields.list("origins", List.of(), entry -> origin(entry, seen));
    if (origins.isEmpty() && fields.errors().size() == before) {
      fields.wrong("origins", "none", "1 to " + MOST_SERVERS + " origins");
    } else if (origins.size() > MOST_SERVERS) {
      fields.wrong("origins", origins.size() + " of them", "1 to " + MOST_SERVERS + " origins");
    }
    return origins.isEmpty() ? SHOP.origins() : origins;
  }

  private static @Nullable URI origin(Fields.Entry entry, Set<String> seen) {
    URI origin = entry.as(FieldType.origin());
    if (origin != null && !seen.add(Upstream.server(origin))) {
      entry.wrong("a server that is not in the list yet");
      return null;
    }
    return origin;
  }

  private static @Nullable HealthCheck health(Fields fields) {
    if (fields.isAbsent("health")) {
      return null;
    }
    Fields health = fields.object("health");
    HealthCheck usual = HealthCheck.usual("/");
    String path = health.required("path", FieldType.path(), usual.path());
    Duration interval = health.optional("interval", UP_TO_FIVE_MINUTES, usual.interval());
    Duration timeout = health.optional("timeout", UP_TO_A_MINUTE, least(usual.timeout(), interval));
    Set<Integer> expect = expect(health, usual.expect());
    int unhealthyAfter = health.optional("unhealthyAfter", IN_A_ROW, usual.unhealthyAfter());
    int healthyAfter = health.optional("healthyAfter", IN_A_ROW, usual.healthyAfter());
    health.refuseUnknown();
    if (timeout.compareTo(interval) > 0) {
      health.wrong("timeout", timeout.toString(), "at most the interval, " + interval);
    }
    return new HealthCheck(
        path, interval, least(timeout, interval), expect, unhealthyAfter, healthyAfter);
  }

  private static Set<Integer> expect(Fields health, Set<Integer> usual) {
    int before = health.errors().size();
    List<Integer> expect = statuses(health, "expect", STATUS, usual);
    if (expect.isEmpty() && health.errors().size() == before) {
      health.wrong("expect", "none", "at least one status");
    }
    return expect.isEmpty() ? usual : Set.copyOf(expect);
  }

  private static OutlierRules outliers(Fields fields) {
    OutlierRules usual = OutlierRules.usual();
    Duration first = fields.optional("ejectFor", UP_TO_AN_HOUR, usual.ejectFor());
    Duration most = fields.optional("ejectAtMost", UP_TO_AN_HOUR, most(usual.ejectAtMost(), first));
    if (most.compareTo(first) < 0) {
      fields.wrong("ejectAtMost", most.toString(), "at least ejectFor, " + first);
    }
    OutlierRules rules =
        new OutlierRules(
            fields.optional("consecutive", FieldType.whole(0, 1_000), usual.consecutive()),
            Set.copyOf(statuses(fields, "statuses", FAILING_STATUS, usual.statuses())),
            fields.optional("percent", FieldType.whole(1, 100), usual.percent()),
            fields.optional("requests", FieldType.whole(1, 100_000), usual.requests()),
            fields.optional("window", UP_TO_FIVE_MINUTES, usual.window()),
            first,
            most(most, first),
            fields.optional("allOut", ALL_OUT, usual.allOut()),
            fields.optional("openAtMost", UP_TO_A_MINUTE, usual.openAtMost()));
    fields.refuseUnknown();
    return rules;
  }

  private static ServerLimits limits(Fields fields) {
    ServerLimits usual = ServerLimits.usual();
    return new ServerLimits(
        fields.optional("maxConnections", FieldType.whole(1, 65_535), usual.maxConnections()),
        fields.optional("maxWaiting", FieldType.whole(0, 1_000_000), usual.maxWaiting()));
  }

  private static List<Integer> statuses(
      Fields fields, String name, FieldType<Integer> type, Set<Integer> usual) {
    return fields.list(name, List.copyOf(usual), entry -> entry.as(type));
  }

  private static FieldType<Duration> upTo(Duration longest) {
    return FieldType.duration(Duration.ofSeconds(1), longest);
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private static Duration most(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
