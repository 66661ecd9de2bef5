package dev.headgate.gateway.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@link GatewayConfig} from YAML; the keys are the record's names. */
final class GatewayConfigFile {
  private static final int MOST_BYTES = 1 << 20;
  private static final String UNREADABLE = ": cannot be read (expected: a file of UTF-8 text)";
  private static final FieldType<Integer> PORT = FieldType.whole(0, 65_535);
  private static final FieldType<String> HOST =
      FieldType.matching("[A-Za-z0-9.:_-]{1,255}", "a host name or an IP address");
  private static final FieldType<String> FOLDER = FieldType.text(1000);
  static final FieldType<String> NAME = FieldType.matching(EventIds.FORM, "a name like box-office");
  private static final FieldType<Transport> TRANSPORT =
      FieldType.oneOf(
          Map.of(
              "auto", Transport.AUTO,
              "io_uring", Transport.IO_URING,
              "epoll", Transport.EPOLL,
              "nio", Transport.NIO));
  private final String name;
  private final Path folder;
  private final Map<String, String> environment;
  private final List<String> problems = new ArrayList<>();
  private Pages pages = Pages.usual();

  private GatewayConfigFile(String name, Path folder, Map<String, String> environment) {
    this.name = name;
    this.folder = folder;
    this.environment = environment;
  }

  static GatewayConfig load(Path file, Map<String, String> environment) {
    GatewayConfigFile reader = of(file, environment);
    return reader.parse(reader.text(file));
  }

  static GatewayConfig parse(Path file, byte[] text, Map<String, String> environment) {
    GatewayConfigFile reader = of(file, environment);
    return reader.parse(reader.text(file, text));
  }

  private static GatewayConfigFile of(Path file, Map<String, String> environment) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return new GatewayConfigFile(
        file.toString(), folder == null ? Path.of("/") : folder, environment);
  }

  /** What an empty file says. */
  static GatewayConfig defaults(Path folder) {
    Path base = folder.toAbsolutePath().normalize();
    return new GatewayConfigFile("defaults", base, Map.of()).parse("");
  }

  private GatewayConfig parse(@Nullable String yaml) {
    YamlTree tree = new YamlTree(yaml == null ? "" : yaml, environment);
    Fields fields = Fields.of(tree.json());
    pages = PageFields.read(fields, folder, new FileLines(name, folder, tree::lineOf));
    GatewayConfig config = read(fields);
    note("", tree, tree.errors().isEmpty() ? fields.errors() : tree.errors());
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(name, problems);
    }
    return config;
  }

  private GatewayConfig read(Fields fields) {
    Map<String, Upstream> upstreams = UpstreamFields.read(fields);
    List<Route> routes = RouteFields.read(fields, upstreams.keySet());
    URI origin =
        fields.optional("publicOrigin", FieldType.origin(), URI.create("http://localhost:8080"));
    URI operators = fields.nullable("operatorOrigin", FieldType.origin());
    GatewayConfig config =
        new GatewayConfig(
            origin,
            fields.optional("host", HOST, "0.0.0.0"),
            fields.optional("port", PORT, 8080),
            fields.optional("operatorHost", HOST, "127.0.0.1"),
            fields.optional("operatorPort", PORT, 8090),
            OperatorFields.tokens(fields),
            fields.optional("redis", FieldType.redis(), URI.create("redis://127.0.0.1:6379")),
            folder.resolve(fields.optional("keys", FOLDER, "keys")).normalize(),
            fields.optional("createMissingKeys", FieldType.yesOrNo(), false),
            folder.resolve(fields.optional("state", FOLDER, "state")).normalize(),
            upstreams,
            routes,
            fields.list("allowedOrigins", List.of(), entry -> string(entry.as(FieldType.origin()))),
            fields.list("trustedProxies", List.of(), e -> e.as(FieldType.addressBlock())),
            fields.optional("maxBodyBytes", FieldType.bytes(0, 1L << 40), 10L << 20),
            fields.optional("eventLoops", FieldType.whole(0, 1024), 0),
            fields.map("events", Map.of(), this::event),
            TlsFields.read(fields, folder),
            CookieFields.read(fields, origin),
            AuthorizeFields.read(fields),
            BypassFields.read(fields, folder),
            HeaderFields.read(fields, origin),
            fields.optional("transport", TRANSPORT, Transport.AUTO),
            fields.optional("streams", FieldType.whole(0, 1_000_000), GatewayConfig.USUAL_STREAMS),
            pages,
            operators,
            OperatorFields.sessions(fields),
            WebhookFields.read(fields, folder, environment),
            OidcFields.read(fields, folder, operators),
            TraceFields.read(fields, folder, environment));
    fields.refuseUnknown();
    return config;
  }

  private static @Nullable String string(@Nullable URI origin) {
    return origin == null ? null : origin.toString();
  }

  /** An event's settings, here or in a file of their own. */
  private @Nullable EventSettings event(Fields.Entry entry) {
    if (NAME.parse().parse(entry.key()) == null) {
      entry.wrong("under an event id like derby-2026");
      return null;
    }
    return entry.value() instanceof String file
        ? eventFile(entry, folder.resolve(file).normalize())
        : settings(entry.object());
  }

  private EventSettings settings(Fields fields) {
    EventSettings settings = SettingsJson.read(fields);
    String theme = settings.theme();
    if (theme != null && !pages.themes().containsKey(theme)) {
      fields.wrong("theme", theme, pages.expected());
    }
    return settings;
  }

  private @Nullable EventSettings eventFile(Fields.Entry entry, Path file) {
    String yaml = text(file);
    if (yaml == null) {
      return null;
    }
    YamlTree tree = new YamlTree(yaml, environment);
    Fields fields = Fields.of(tree.json());
    EventSettings settings = settings(fields);
    note(
        entry.path() + ", " + file + ", ",
        tree,
        tree.errors().isEmpty() ? fields.errors() : tree.errors());
    return settings;
  }

  private @Nullable String text(Path file) {
    try {
      if (Files.size(file) <= MOST_BYTES) {
        return text(file, Files.readAllBytes(file));
      }
      problems.add(file + ": too large (expected: at most " + MOST_BYTES + " bytes)");
    } catch (IOException unreadable) {
      problems.add(file + UNREADABLE);
    }
    return null;
  }

  private @Nullable String text(Path file, byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notText) {
      problems.add(file + UNREADABLE);
      return null;
    }
  }

  private void note(String where, YamlTree tree, List<FieldError> errors) {
    for (FieldError error : errors) {
      String field = error.field().isEmpty() ? "" : error.field() + ": ";
      problems.add(where + "line " + tree.lineOf(error.field()) + ": " + field + error.detail());
    }
  }
}
