package dev.headgate.gateway.preview;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves, on this machine alone, the queue page in every state that it can be in: the real
 * documents, scripts and styles, over an API that says what each state needs. There is no event, no
 * store and no crowd behind it. A state is the event's id in the address: {@code /queue/called}.
 */
public interface Preview {

  /**
   * Starts it; from then on it goes by the configuration file as that changes.
   *
   * @return fails with {@link dev.headgate.gateway.config.InvalidConfigException} where the file
   *     cannot be used, and with {@link IllegalArgumentException} where it has no such event
   */
  static Future<Preview> start(Parts parts) {
    return new PreviewServer(parts).listen();
  }

  /** The port it listens on. */
  int port();

  /** Looks now whether the configuration has changed, and goes by it if it has. */
  Future<Void> look();

  /** Stops serving. */
  Future<Void> close();

  /**
   * What it is made of.
   *
   * @param config the configuration file of the gateway whose pages these are
   * @param theme the look by its name; null for the one the event would have
   * @param event the configured event whose title is shown; null for the first of them
   * @param port 0 takes a free one
   * @param complaints hears of a file that could not be used
   */
  record Parts(
      Vertx vertx,
      Path config,
      @Nullable String theme,
      @Nullable String event,
      int port,
      InstantSource clock,
      Consumer<String> complaints) {}
}
