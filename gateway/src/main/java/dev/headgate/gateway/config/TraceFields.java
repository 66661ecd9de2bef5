package dev.headgate.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code traces}. */
final class TraceFields {
  private static final FieldType<String> FILE = FieldType.text(1000);
  private static final FieldType<String> TEXT = FieldType.text(200);
  private static final FieldType<String> HEADER =
      FieldType.matching("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}", "the name of a header");
  private static final FieldType<String> VARIABLE =
      FieldType.matching("[A-Za-z_][A-Za-z0-9_]{0,99}", "the name of an environment variable");
  private static final FieldType<Traces.Parent> PARENT =
      FieldType.oneOf(Map.of("link", Traces.Parent.LINK, "follow", Traces.Parent.FOLLOW));
  // A fraction is a text still: what configures anything else is whole.
  private static final FieldType<Double> RATIO =
      new FieldType<>(
          "a share from 0 to 1, such as 0.01",
          value ->
              String.valueOf(value).matches("0|1|0\\.[0-9]{1,9}|1\\.0{1,9}")
                  ? Double.valueOf(String.valueOf(value))
                  : null);
  private static final FieldType<URI> ENDPOINT =
      new FieldType<>(
              "an address such as http://127.0.0.1:4318/v1/traces, without a query",
              value -> value instanceof String text ? address(text) : null)
          .asSecret();
  private static final Pattern ATTRIBUTE = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,99}");
  private static final Pattern SENDABLE = Pattern.compile("[\\x20-\\x7e]+");
  // What the sender itself writes, and what would make another request of it.
  private static final Set<String> TAKEN =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "transfer-encoding",
          "upgrade");
  private static final double USUAL_RATIO = 0.01;
  private static final URI STAND_IN = URI.create("https://localhost/");

  private TraceFields() {}

  static @Nullable Traces read(Fields fields, Path folder, Map<String, String> environment) {
    if (fields.isAbsent("traces")) {
      return null;
    }
    Fields traces = fields.object("traces");
    URI endpoint = traces.required("endpoint", ENDPOINT, STAND_IN);
    Set<String> names = new HashSet<>();
    List<Traces.Header> headers =
        traces.list(
            "headers", List.of(), entry -> header(entry.object(), names, folder, environment));
    double ratio = traces.optional("ratio", RATIO, USUAL_RATIO);
    Traces.Parent parent = traces.optional("parent", PARENT, Traces.Parent.LINK);
    String service = traces.optional("service", TEXT, "headgate-gateway");
    Map<String, String> attributes = traces.map("attributes", Map.of(), TraceFields::attribute);
    traces.refuseUnknown();
    if (!headers.isEmpty() && !WebAddress.isSafe(endpoint)) {
      traces.wrong("endpoint", "http", "https, or http on this machine, where there are headers");
    }
    return new Traces(endpoint, headers, ratio, parent, service, attributes);
  }

  private static Traces.Header header(
      Fields header, Set<String> names, Path folder, Map<String, String> environment) {
    String name = header.required("name", HEADER, "x");
    String file = header.nullable("valueFile", FILE);
    String variable = header.nullable("valueEnv", VARIABLE);
    header.refuseUnknown();
    if (header.sound("name")) {
      String plain = name.toLowerCase(Locale.ROOT);
      if (TAKEN.contains(plain) || !names.add(plain)) {
        header.wrong("name", name, "a header that is not set already");
      }
    }
    if ((file == null) == (variable == null)
        && header.sound("valueFile")
        && header.sound("valueEnv")) {
      header.wrong("valueFile", file == null ? "missing" : file, "it, or else valueEnv");
    }
    if (variable == null) {
      return new Traces.Header(name, folder.resolve(file == null ? "x" : file).normalize(), null);
    }
    String text = environment.getOrDefault(variable, "");
    if (!SENDABLE.matcher(text).matches()) {
      header.wrong("valueEnv", variable, "an environment variable of printable ASCII characters");
    }
    return new Traces.Header(name, null, text);
  }

  private static @Nullable String attribute(Fields.Entry entry) {
    if (!ATTRIBUTE.matcher(entry.key()).matches()) {
      entry.wrong("under a name like deployment.environment.name");
      return null;
    }
    return entry.as(TEXT);
  }

  private static @Nullable URI address(String text) {
    URI address = WebAddress.of(text);
    return address == null || address.getRawQuery() != null ? null : address;
  }
}
