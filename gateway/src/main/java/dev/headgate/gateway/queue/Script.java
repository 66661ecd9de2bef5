package dev.headgate.gateway.queue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The Lua scripts: one contested change each. Their files say what they take and return. */
enum Script {
  CREATE,
  RESET,
  DRAW,
  END,
  JOIN,
  PASS,
  LOOK,
  CLAIM,
  RENEW,
  RELEASE,
  SNAPSHOT,
  ADVANCE,
  SAMPLE,
  SESSIONS,
  TRACE,
  SETTINGS,
  PAUSE,
  MESSAGE,
  RESTORE,
  PROBE;

  private final String source = resource("common") + resource(name().toLowerCase(Locale.ROOT));
  private final String sha1 = sha1(source);

  /** The whole text, as Redis compiles it. */
  String source() {
    return source;
  }

  /** The name under which Redis keeps it. */
  String sha1() {
    return sha1;
  }

  private static String resource(String name) {
    try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + name + ".lua");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String sha1(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
