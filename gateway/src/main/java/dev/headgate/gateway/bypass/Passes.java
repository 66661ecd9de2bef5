package dev.headgate.gateway.bypass;

import dev.headgate.gateway.config.Bypass;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.MultiMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and mints the passes of staff. Who shows one is let through at the gateway without an
 * admission; it is a bearer credential, as good as its holder's discretion. Safe for use from any
 * thread.
 */
public interface Passes {

  /** The request header that carries one. */
  String HEADER = "Headgate-Bypass";

  /** The cookie that carries one. */
  String COOKIE = "hg_bypass";

  /**
   * Opens the key of each bypass. Blocks: for a worker.
   *
   * @param createMissing whether a key file that is missing is made, with mode 0600
   * @param metrics where uses are counted, by name
   * @throws IllegalStateException if a key file is missing, malformed, or open to other users; the
   *     message names the file and never what is in it
   */
  static Passes open(List<Bypass> bypasses, boolean createMissing, MeterRegistry metrics) {
    return SignedPasses.open(bypasses, createMissing, new PassUses(metrics));
  }

  /** The passes of nobody. */
  static Passes none() {
    return SignedPasses.NONE;
  }

  /**
   * Whether a request shows a pass that is good here and now. Uses are counted, and logged once a
   * pass and hour. One that is forged, expired or for another event is as good as none.
   *
   * @param event the event asked for; empty where any will do
   * @param nowSeconds the present time, in seconds since 1970
   */
  boolean letThrough(MultiMap headers, String event, long nowSeconds);

  /**
   * A new pass.
   *
   * @param name the bypass it is of
   * @param event the event it is for; null for all
   * @param expiresSeconds the second, since 1970, in which it is no longer good
   * @throws IllegalArgumentException if no bypass has this name, or no event can have this id
   */
  String mint(String name, @Nullable String event, long expiresSeconds);

  /**
   * The passes of other bypasses, which go on counting where these are. Blocks, and fails as {@link
   * #open} does.
   */
  Passes reopened(List<Bypass> bypasses, boolean createMissing);
}
