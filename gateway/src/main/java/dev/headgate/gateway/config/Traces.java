package dev.headgate.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where traces go, and of what.
 *
 * @param endpoint where an OTLP collector takes traces by HTTP, its whole address
 * @param headers what each request to it carries besides
 * @param ratio the share of requests that are traced, 0 to 1
 * @param parent what is made of a trace that a request comes with
 * @param service what the collector calls this gateway
 * @param attributes what else it is told of this gateway
 */
public record Traces(
    URI endpoint,
    List<Header> headers,
    double ratio,
    Parent parent,
    String service,
    Map<String, String> attributes) {

  public Traces {
    headers = List.copyOf(headers);
    attributes = Map.copyOf(attributes);
  }

  /** What is made of a trace that a request comes with. */
  public enum Parent {
    /** It is named in ours, which begins here; whether ours is kept is decided here. */
    LINK,
    /** Ours is a part of it, and is kept if it is. */
    FOLLOW
  }

  /**
   * A header of requests to the collector; its value is in one of the two.
   *
   * @param file a file of the owner's
   * @param text what stood in an environment variable
   */
  public record Header(String name, @Nullable Path file, @Nullable String text) {

    /** Without the text, which must reach no log. */
    @Override
    public String toString() {
      return file == null ? "Header[" + name + "]" : "Header[" + name + ", " + file + "]";
    }
  }
}
