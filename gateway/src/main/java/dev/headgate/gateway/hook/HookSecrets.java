package dev.headgate.gateway.hook;

import dev.headgate.gateway.config.OwnersFile;
import dev.headgate.gateway.config.Webhook;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The secrets of a hook, {@code whsec_} and base64: one, or while the receiver changes from one to
 * another, two.
 */
final class HookSecrets {
  private static final String PREFIX = "whsec_";
  private static final int MOST = 2;
  private static final int FEWEST_BYTES = 24;
  private static final int MOST_BYTES = 64;
  private static final int LONGEST_FILE = 4_096;

  private HookSecrets() {}

  /** The keys. Blocks; the messages of what it throws hold no part of a secret. */
  static List<byte[]> open(Webhook hook) {
    Path file = hook.secret().file();
    String text =
        file == null
            ? hook.secret().text()
            : OwnersFile.read(file, LONGEST_FILE, what -> wrong(hook.name(), what));
    List<byte[]> keys = new ArrayList<>();
    for (String word : String.valueOf(text).strip().split("\\s+", -1)) {
      keys.add(key(hook.name(), word));
    }
    if (keys.size() > MOST) {
      throw wrong(hook.name(), "more than two secrets");
    }
    return List.copyOf(keys);
  }

  private static byte[] key(String name, String word) {
    try {
      byte[] key =
          word.startsWith(PREFIX)
              ? Base64.getDecoder().decode(word.substring(PREFIX.length()))
              : new byte[0];
      if (key.length >= FEWEST_BYTES && key.length <= MOST_BYTES) {
        return key;
      }
    } catch (IllegalArgumentException notBase64) {
      // Its message would quote the secret.
    }
    throw wrong(name, "a secret is malformed (expected: whsec_ and base64 of 24 to 64 bytes)");
  }

  private static IllegalStateException wrong(String name, String what) {
    return new IllegalStateException("webhook " + name + ": " + what);
  }
}
