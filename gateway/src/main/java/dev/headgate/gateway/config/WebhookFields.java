package dev.headgate.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads {@code webhooks}. */
final class WebhookFields {
  private static final FieldType<String> FILE = FieldType.text(1000);
  private static final FieldType<String> TYPE =
      FieldType.oneOf(FeedTypes.ALL.stream().collect(Collectors.toMap(type -> type, type -> type)));
  private static final FieldType<String> EVENT =
      FieldType.matching(EventIds.FORM, "an event id like derby-2026");
  private static final FieldType<String> VARIABLE =
      FieldType.matching("[A-Za-z_][A-Za-z0-9_]{0,99}", "the name of an environment variable");
  private static final FieldType<Duration> GIVE_UP =
      FieldType.duration(Duration.ofMinutes(1), Duration.ofDays(7));
  private static final Duration USUAL_GIVE_UP = Duration.ofDays(1);
  // What stands in it may be a secret of the receiver's, so it is not said again.
  private static final FieldType<URI> URL =
      new FieldType<>(
              "an address such as https://ops.example/hooks/headgate",
              value -> value instanceof String text ? WebAddress.of(text) : null)
          .asSecret();

  private WebhookFields() {}

  static List<Webhook> read(Fields fields, Path folder, Map<String, String> environment) {
    Set<String> names = new HashSet<>();
    return fields.list(
        "webhooks",
        List.of(),
        entry -> {
          Fields hook = entry.object();
          String name = hook.required("name", GatewayConfigFile.NAME, "hook");
          URI url = hook.required("url", URL, URI.create("https://localhost/"));
          Webhook.Secret secret = secret(hook, folder, environment);
          Set<String> events = Set.copyOf(hook.list("events", List.of(), one -> one.as(EVENT)));
          Set<String> types = Set.copyOf(hook.list("types", List.of(), one -> one.as(TYPE)));
          Duration giveUp = hook.optional("giveUpAfter", GIVE_UP, USUAL_GIVE_UP);
          boolean plain = hook.optional("plainHttp", FieldType.yesOrNo(), false);
          hook.refuseUnknown();
          if (!names.add(name) && hook.sound("name")) {
            hook.wrong("name", name, "a name no other webhook has");
          }
          if (hook.sound("url") && !plain && !WebAddress.isSafe(url)) {
            hook.wrong("url", url.getHost(), "https, or http on this machine; or plainHttp: true");
          }
          return new Webhook(name, url, secret, events, types, giveUp, plain);
        });
  }

  private static Webhook.Secret secret(Fields hook, Path folder, Map<String, String> environment) {
    String file = hook.nullable("secretFile", FILE);
    String variable = hook.nullable("secretEnv", VARIABLE);
    if ((file == null) == (variable == null)
        && hook.sound("secretFile")
        && hook.sound("secretEnv")) {
      hook.wrong("secretFile", file == null ? "missing" : file, "it, or else secretEnv");
    }
    if (variable == null) {
      return new Webhook.Secret(folder.resolve(file == null ? "x" : file).normalize(), null);
    }
    String text = environment.get(variable);
    if (text == null) {
      hook.wrong("secretEnv", variable, "an environment variable that is set");
    }
    return new Webhook.Secret(null, text == null ? "" : text);
  }
}
