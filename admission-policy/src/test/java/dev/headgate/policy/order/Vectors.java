package dev.headgate.policy.order;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The published test vectors: JSON arrays of flat objects whose members are strings, numbers and
 * arrays of numbers. Those few shapes need no JSON library.
 */
record Vectors(String name, String object) {
  private static final Pattern OBJECT = Pattern.compile("\\{[^}]*}");

  static List<Vectors> in(String file) {
    try (InputStream json = Objects.requireNonNull(Vectors.class.getResourceAsStream(file), file)) {
      return OBJECT
          .matcher(new String(json.readAllBytes(), UTF_8))
          .results()
          .map(found -> new Vectors(file, found.group()))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(file, e);
    }
  }

  String text(String member) {
    return required(member, "\"([^\"]*)\"");
  }

  byte[] bytes(String member) {
    return HexFormat.of().parseHex(text(member));
  }

  long number(String member) {
    return Long.parseLong(required(member, "(-?\\d+)"));
  }

  boolean has(String member) {
    return find(member, "") != null;
  }

  int[] numbers(String member) {
    String list = required(member, "\\[([^]]*)]");
    return list.isBlank()
        ? new int[0]
        : Arrays.stream(list.split(",", -1))
            .map(String::trim)
            .mapToInt(Integer::parseInt)
            .toArray();
  }

  private String required(String member, String value) {
    Matcher found = find(member, value);
    if (found == null) {
      throw new IllegalStateException(name + ": no " + member + " in " + object);
    }
    return found.group(1);
  }

  private @Nullable Matcher find(String member, String value) {
    Matcher matcher = Pattern.compile("\"" + member + "\":\\s*" + value).matcher(object);
    return matcher.find() ? matcher : null;
  }

  @Override
  public String toString() {
    return name + " " + object.substring(0, Math.min(60, object.length()));
  }
}
