package dev.headgate.payment.simulator;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The parameters of a call, from its body or its query. */
final class Form {
  private static final int MAX_PARAMETERS = 100;
  private static final long MOST_CENTS = 99_999_999;

  private final Map<String, String> values;

  private Form(Map<String, String> values) {
    this.values = values;
  }

  static Form of(@Nullable String encoded) {
    Map<String, String> values = new TreeMap<>();
    if (encoded == null || encoded.isEmpty()) {
      return new Form(values);
    }
    for (String pair : encoded.split("&", MAX_PARAMETERS)) {
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
      if (values.put(name, value) != null) {
        throw ApiError.invalid("parameter_invalid", name, "A parameter is given twice.");
      }
    }
    return new Form(values);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw ApiError.invalid("parameter_invalid", "", "The parameters are not form-encoded.");
    }
  }

  /** Refuses what is not simulated, so that nobody believes that it is. */
  void allow(Set<String> names) {
    for (String name : values.keySet()) {
      int bracket = name.indexOf('[');
      if (!names.contains(bracket < 0 ? name : name.substring(0, bracket))) {
        throw ApiError.invalid("parameter_unknown", name, "Received unknown parameter: " + name);
      }
    }
  }

  @Nullable String text(String name) {
    return values.get(name);
  }

  String required(String name) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      throw ApiError.invalid("parameter_missing", name, "Missing required param: " + name + ".");
    }
    return value;
  }

  long requiredCents(String name) {
    return cents(name, required(name));
  }

  @Nullable Long cents(String name) {
    String value = values.get(name);
    return value == null ? null : cents(name, value);
  }

  private static long cents(String name, String value) {
    if (!value.matches("[0-9]{1,8}") || Long.parseLong(value) == 0) {
      throw ApiError.invalid(
          "parameter_invalid_integer", name, "Expected whole cents from 1 to " + MOST_CENTS + ".");
    }
    return Long.parseLong(value);
  }

  /** The members of a map, such as {@code metadata[order_id]}. */
  Map<String, String> map(String name) {
    Map<String, String> members = new HashMap<>();
    values.forEach(
        (key, value) -> {
          if (key.startsWith(name + "[") && key.endsWith("]")) {
            members.put(key.substring(name.length() + 1, key.length() - 1), value);
          }
        });
    return members;
  }

  /** Whether a list, such as {@code expand[]} or {@code expand[0]}, has this entry. */
  boolean lists(String name, String entry) {
    return map(name).containsValue(entry);
  }

  /** The card named, null where none is. */
  @Nullable TestCard card() {
    String id = values.get("payment_method");
    if (id == null) {
      return null;
    }
    return TestCard.named(id)
        .orElseThrow(() -> ApiError.missing("payment_method", "PaymentMethod"));
  }

  /** The same for the same parameters in any order. */
  String fingerprint() {
    return values.toString();
  }
}
