package dev.headgate.gateway.queue;

import dev.headgate.gateway.audit.AuditTrail;
import dev.headgate.gateway.store.StoreLink;
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

  private final String source =
      AuditTrail.script() + text("common") + text(name().toLowerCase(Locale.ROOT));
  private final String sha1 = sha1(source);

  /** The whole text, as Redis compiles it. */
  String source() {
    return source;
  }

  /** The name under which Redis keeps it. */
  String sha1() {
    return sha1;
  }

  private static String text(String name) {
    return StoreLink.script(Script.class, name + ".lua");
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
