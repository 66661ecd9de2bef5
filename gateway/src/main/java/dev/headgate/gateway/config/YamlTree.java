package dev.headgate.gateway.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/**
 * A YAML document as plain values, with the line each stands on. Nothing in it can name a class.
 * {@code ${NAME}} and {@code ${NAME:default}} in a scalar are taken from the environment, after the
 * document has been cut into scalars: a variable can hold a value, never structure.
 */
final class YamlTree {
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)(:[^}]*)?)?");
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(1 << 20).setMaxAliasesForCollections(0).build();
  private static final ScalarResolver RESOLVER = new CoreScalarResolver(false);

  private final Map<String, String> environment;
  private final Map<String, Integer> lines = new HashMap<>();
  private final List<FieldError> errors = new ArrayList<>();
  private final JsonObject json;

  /** Reads a document. */
  YamlTree(String yaml, Map<String, String> environment) {
    this.environment = environment;
    this.json = read(yaml);
  }

  /** The document; empty when there are errors in its form. */
  JsonObject json() {
    return json;
  }

  /** What is wrong with its form, and the variables that are not set. */
  List<FieldError> errors() {
    return errors;
  }

  /** The line of a field, or of the nearest one around it that the document has; from 1. */
  int lineOf(String field) {
    String path = field;
    while (!path.isEmpty() && !lines.containsKey(path)) {
      path = path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
    }
    return lines.getOrDefault(path, 1);
  }

  private JsonObject read(String yaml) {
    try {
      Node root = new Compose(SETTINGS).composeString(yaml).orElse(null);
      if (root == null) {
        return new JsonObject();
      }
      if (value("", root) instanceof JsonObject object) {
        return object;
      }
      error("", "not a mapping (expected: key: value lines)");
    } catch (MarkedYamlEngineException malformed) {
      malformed.getProblemMark().ifPresent(mark -> lines.put("", mark.getLine() + 1));
      error("", "not well-formed YAML: " + Fields.shown(malformed.getProblem()));
    } catch (YamlEngineException | StackOverflowError malformed) {
      error("", "not well-formed YAML, too large, or with aliases (expected: plain YAML)");
    }
    return new JsonObject();
  }

  private @Nullable Object value(String path, Node node) {
    node.getStartMark().ifPresent(mark -> lines.put(path, mark.getLine() + 1));
    if (node instanceof MappingNode mapping) {
      return object(path, mapping);
    }
    if (node instanceof SequenceNode sequence) {
      JsonArray array = new JsonArray();
      List<Node> entries = sequence.getValue();
      for (int i = 0; i < entries.size(); i++) {
        array.add(value(path + "[" + i + "]", entries.get(i)));
      }
      return array;
    }
    return node instanceof ScalarNode scalar ? scalar(path, scalar) : null;
  }

  private JsonObject object(String path, MappingNode mapping) {
    JsonObject object = new JsonObject();
    for (NodeTuple tuple : mapping.getValue()) {
      String name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "?";
      String field = path.isEmpty() ? name : path + "." + name;
      Object value = value(field, tuple.getValueNode());
      // The key's line, not the value's: a block of values begins a line below its key.
      tuple.getKeyNode().getStartMark().ifPresent(mark -> lines.put(field, mark.getLine() + 1));
      if (object.containsKey(name)) {
        error(field, "here twice (expected: once)");
      }
      object.put(name, value);
    }
    return object;
  }

  private @Nullable Object scalar(String path, ScalarNode scalar) {
    String text = substituted(path, scalar.getValue());
    Tag tag = scalar.isPlain() ? RESOLVER.resolve(text, true) : Tag.STR;
    if (tag.equals(Tag.NULL)) {
      return null;
    }
    if (tag.equals(Tag.BOOL)) {
      return Boolean.valueOf(text);
    }
    return tag.equals(Tag.INT) && text.matches("[+-]?[0-9]+") ? whole(text) : text;
  }

  private static Object whole(String text) {
    BigInteger number = new BigInteger(text);
    return number.bitLength() < 64 ? (Object) number.longValue() : text;
  }

  private String substituted(String path, String text) {
    StringBuilder whole = new StringBuilder();
    Matcher matcher = VARIABLE.matcher(text);
    int from = 0;
    while (matcher.find(from)) {
      whole.append(text, from, matcher.start());
      String name = matcher.group(1);
      boolean closed = matcher.end() < text.length() && text.charAt(matcher.end()) == '}';
      if (name == null || !closed) {
        error(path, "${ without a name (expected: ${NAME} or ${NAME:default})");
        return text;
      }
      whole.append(variable(path, name, matcher.group(2)));
      from = matcher.end() + 1;
    }
    return whole.append(text.substring(from)).toString();
  }

  private String variable(String path, String name, @Nullable String fallback) {
    String set = environment.get(name);
    if (set != null) {
      return set;
    }
    if (fallback == null) {
      error(path, "${" + name + "} (expected: the environment variable " + name + " to be set)");
      return "";
    }
    return fallback.substring(1);
  }

  private void error(String field, String detail) {
    errors.add(new FieldError(field, detail));
  }
}
