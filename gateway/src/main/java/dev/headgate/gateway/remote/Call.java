package dev.headgate.gateway.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request to the operators' API.
 *
 * @param path below the gateway's address, encoded
 * @param query the query's parameters
 * @param body what is sent as JSON; null for no body
 * @param headers further fields of its head
 */
record Call(
    String method,
    String path,
    Map<String, String> query,
    @Nullable Object body,
    Map<String, String> headers) {

  /** What is read, at the segments of a path. */
  static Call get(String... segments) {
    return of("GET", segments);
  }

  static Call of(String method, String... segments) {
    String path = Stream.of(segments).map(Call::encoded).collect(Collectors.joining("/", "/", ""));
    return new Call(method, path, Map.of(), null, Map.of());
  }

  /** With a parameter of the query, where there is a value for it. */
  Call with(String parameter, @Nullable String value) {
    return value == null
        ? this
        : new Call(method, path, added(query, parameter, value), body, headers);
  }

  Call body(Map<String, ? extends @Nullable Object> json) {
    return new Call(method, path, query, json, headers);
  }

  /** Only if the settings still have this version. */
  Call ifVersion(@Nullable Long version) {
    return version == null ? this : header("If-Match", "\"" + version + "\"");
  }

  Call header(String name, String value) {
    return new Call(method, path, query, body, added(headers, name, value));
  }

  /** The path with its query. */
  String target() {
    List<String> pairs =
        query.entrySet().stream()
            .map(each -> each.getKey() + "=" + encoded(each.getValue()))
            .toList();
    return pairs.isEmpty() ? path : path + "?" + String.join("&", pairs);
  }

  private static Map<String, String> added(Map<String, String> to, String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(to);
    more.put(name, value);
    return more;
  }

  // A space is %20 in a path, and may be in a query; a colon stands for itself in both.
  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("%3A", ":");
  }
}
