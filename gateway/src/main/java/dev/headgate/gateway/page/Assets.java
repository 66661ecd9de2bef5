package dev.headgate.gateway.page;

import dev.headgate.gateway.page.QueuePage.Asset;
import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** What the page's documents load, each named by its content's hash. */
final class Assets {
  private static final int NAME_HASH_BYTES = 8;

  private final Map<String, Asset> byName = new HashMap<>();

  /** Takes one in and gives its whole name. */
  String add(String name, String extension, String type, Buffer content) {
    String hashed = name + "." + hash(content) + "." + extension;
    byName.put(hashed, new Asset(type, content));
    return hashed;
  }

  /** The same for text. */
  String addText(String name, String extension, String type, Buffer content) {
    return add(name, extension, type + "; charset=utf-8", content);
  }

  Optional<Asset> get(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  private static String hash(Buffer content) {
    try {
      byte[] sha = MessageDigest.getInstance("SHA-256").digest(content.getBytes());
      return HexFormat.of().formatHex(sha, 0, NAME_HASH_BYTES);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
