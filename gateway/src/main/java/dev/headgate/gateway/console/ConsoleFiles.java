package dev.headgate.gateway.console;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the console's document loads. Scripts import each other by relative names, so all files have
 * one version together: the hash of all of them.
 */
final class ConsoleFiles {
  private static final String CHARTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
  private static final int VERSION_BYTES = 8;

  /** The files beside this package's classes; a test holds that none is forgotten. */
  static final List<String> OWN =
      List.of(
          "actions.js",
          "api.js",
          "app.js",
          "audit.js",
          "changes.js",
          "charts.js",
          "conflict.js",
          "dials.js",
          "dom.js",
          "effort.js",
          "entries.js",
          "events.js",
          "fairness.js",
          "fan.js",
          "files.js",
          "form.js",
          "format.js",
          "icon.svg",
          "instants.js",
          "live.js",
          "numbers.js",
          "places.js",
          "previews.js",
          "reach.js",
          "session.js",
          "sessions.js",
          "settings.js",
          "setup.css",
          "sizing.js",
          "stream.js",
          "style.css",
          "texts.js");

  private final Map<String, ConsoleFile> byName = new TreeMap<>();
  private final String version;

  private ConsoleFiles() {
    OWN.forEach(name -> add(name, name));
    add("uplot.js", CHARTS + "uPlot.esm.js");
    add("uplot.css", CHARTS + "uPlot.min.css");
    version = hash();
  }

  /** One file, as it is sent. */
  record ConsoleFile(String type, Buffer content) {}

  /** Reads all of them, which blocks. */
  static ConsoleFiles read() {
    return new ConsoleFiles();
  }

  String version() {
    return version;
  }

  @Nullable ConsoleFile get(String name) {
    return byName.get(name);
  }

  /** The document, which names the version. */
  Buffer page() {
    String text = bytes("index.html").toString(StandardCharsets.UTF_8);
    return Buffer.buffer(text.replace("{{version}}", version));
  }

  private void add(String name, String resource) {
    byName.put(name, new ConsoleFile(type(name), bytes(resource)));
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalStateException("no type is known for " + name);
    };
  }

  private String hash() {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byName.forEach(
          (name, file) -> {
            sha.update(name.getBytes(StandardCharsets.UTF_8));
            sha.update(file.content().getBytes());
          });
      return HexFormat.of().formatHex(sha.digest(), 0, VERSION_BYTES);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  private static Buffer bytes(String resource) {
    try (InputStream in = ConsoleFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + resource);
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
