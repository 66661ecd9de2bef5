package dev.headgate.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An address that is told what happens to events.
 *
 * @param name tells it from the others, also in metrics and in the store
 * @param url where entries are posted to
 * @param secret what they are signed with
 * @param events the ids of the events it is told of; empty for all
 * @param types the types of entries it is told of; empty for all
 * @param giveUpAfter how long an entry is tried
 * @param plainHttp whether the address may be plain HTTP beyond this machine
 */
public record Webhook(
    String name,
    URI url,
    Secret secret,
    Set<String> events,
    Set<String> types,
    Duration giveUpAfter,
    boolean plainHttp) {

  public Webhook {
    events = Set.copyOf(events);
    types = Set.copyOf(types);
  }

  /**
   * Where the secret is; one of the two.
   *
   * @param file a file of the owner's
   * @param text what stood in an environment variable
   */
  public record Secret(@Nullable Path file, @Nullable String text) {

    /** Without the text, which must reach no log. */
    @Override
    public String toString() {
      return file == null ? "Secret[not shown here]" : "Secret[" + file + "]";
    }
  }

  /** Without what may stand in the address beside its host. */
  @Override
  public String toString() {
    return "Webhook[" + name + " at " + url.getHost() + "]";
  }
}
