package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.policy.order.Draw;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Works a public draw out again and says where one arrival number stands in it.
 *
 * <p>Needs no key and no trust in the gateway: only the document that {@code GET
 * /queue/{event}/draw} gives to everybody. Exit codes: 0 verified, 1 not, 2 usage.
 */
@Command(
    name = "verify-draw",
    mixinStandardHelpOptions = true,
    description = "Works a public draw out again and says where an arrival number stands in it.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:verified", "1:not verified", "2:wrong usage"})
final class VerifyDrawCommand implements Callable<Integer> {

  @Option(
      names = "--draw",
      required = true,
      paramLabel = "URL-OR-FILE",
      description = "The public draw document: .../queue/<event>/draw, or a saved copy of it.")
  private String source = "";

  @Option(
      names = "--arrival",
      required = true,
      paramLabel = "N",
      description = "The arrival number, counted from 0: one less than the queue page shows.")
  private int arrival;

  @Option(
      names = "--commitment",
      paramLabel = "HEX",
      description = "The commitment as you noted it before the sale; must be the document's.")
  private @Nullable String noted;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (arrival < 0) {
      throw new ParameterException(
          spec.commandLine(), "--arrival: " + arrival + " (expected: >= 0)");
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      verify(PublicDraw.parse(DrawSource.read(source)), out);
      return 0;
    } catch (NotVerifiedException e) {
      out.println("NOT VERIFIED: " + e.getMessage());
      return 1;
    } finally {
      out.flush();
    }
  }

  private void verify(PublicDraw draw, PrintWriter out) throws NotVerifiedException {
    draw.checkCommitment(noted);
    int position =
        Draw.lottery(draw.event, draw.seed, draw.beacon, draw.entrants).positionOf(arrival);
    out.printf("event       %s%n", draw.event);
    out.printf("commitment  %s%n", draw.commitment);
    out.printf("entrants    %d%n", draw.entrants);
    out.printf("beacon      %s%n", draw.beaconText());
    out.printf("arrival     %d%n", arrival);
    if (arrival < draw.entrants) {
      out.printf("position    %d (counted from 0), as drawn%n", position);
    } else {
      out.printf("position    %d (position = arrival number, behind the draw)%n", position);
    }
    out.println();
    out.println("VERIFIED: the seed is the one that was committed to, and the whole order follows");
    out.println("from it, the beacon and the number of entrants by " + PublicDraw.ALGORITHM + ".");
    out.println(noted == null ? UNNOTED : "The commitment is the one you noted.");
    out.println(draw.hasBeacon() ? WITH_BEACON + draw.beaconSource : WITHOUT_BEACON);
  }

  private static final String UNNOTED =
      "Compare the commitment above with the one you saw before the sale (--commitment).";
  private static final String WITH_BEACON =
      "Compare the beacon above with the value that its source published: ";
  private static final String WITHOUT_BEACON =
      "Without a beacon the operator knew the seed beforehand: see docs/fairness.md.";

  /** Why a draw could not be verified, in words for the person who asked. */
  private static final class NotVerifiedException extends Exception {
    private static final long serialVersionUID = 1;

    NotVerifiedException(String message) {
      super(message);
    }
  }

  /** What the public document says, once it has been found complete. */
  private static final class PublicDraw {
    static final String ALGORITHM = "headgate-lottery-v1";

    /** Twice the default bound of a queue; 160 MB to work out. A document must not ask for more. */
    private static final int MOST_ENTRANTS = 20_000_000;

    private static final int MOST_BEACON_BYTES = 1_024;

    final String event;
    final String commitment;
    final byte[] seed;
    final byte[] beacon;
    final String beaconSource;
    final int entrants;

    private PublicDraw(JsonObject json) throws NotVerifiedException {
      event = text(json, "event");
      commitment = text(json, "commitment").toLowerCase(Locale.ROOT);
      entrants = entrants(json);
      seed = hex(json, "seed", 32);
      beacon = json.getValue("beacon") == null ? new byte[0] : hex(json, "beacon", -1);
      beaconSource = printable(Objects.toString(json.getValue("beaconSource"), "not named"));
      if (!EventIds.isOne(event)) {
        throw new NotVerifiedException("\"event\" is not an event id: " + printable(event));
      }
    }

    static PublicDraw parse(String text) throws NotVerifiedException {
      JsonObject json = object(text);
      String algorithm = text(json, "algorithm");
      if (!algorithm.equals(ALGORITHM)) {
        throw new NotVerifiedException(
            "algorithm: " + printable(algorithm) + " (expected: " + ALGORITHM + ")");
      }
      checkDrawn(json);
      checkNobodyDemoted(json);
      return new PublicDraw(json);
    }

    private static JsonObject object(String text) throws NotVerifiedException {
      try {
        return new JsonObject(text);
      } catch (DecodeException | ClassCastException e) {
        throw new NotVerifiedException("this is not a draw document: it is not a JSON object.");
      }
    }

    private static void checkDrawn(JsonObject json) throws NotVerifiedException {
      if (json.getValue("seed") != null) {
        return;
      }
      throw new NotVerifiedException(
          json.getValue("entrants") == null
              ? "the draw has not been made yet; ask again after the sale has started."
              : "the entrants are frozen, but the seed is not public yet; the draw waits for its"
                  + " beacon.");
    }

    private static void checkNobodyDemoted(JsonObject json) throws NotVerifiedException {
      Object count = json.getValue("demotedCount");
      if (count != null && !count.equals(0)) {
        throw new NotVerifiedException(
            "this draw puts some arrivals behind the others, which is not checked here.");
      }
    }

    void checkCommitment(@Nullable String noted) throws NotVerifiedException {
      if (!Seeds.commitment(seed).equals(commitment)) {
        throw new NotVerifiedException(
            "the seed is not the one committed to: its SHA-256 is "
                + Seeds.commitment(seed)
                + ", the commitment is "
                + printable(commitment)
                + ".");
      }
      if (noted != null && !noted.strip().toLowerCase(Locale.ROOT).equals(commitment)) {
        throw new NotVerifiedException(
            "the commitment is not the one you noted: the document says " + commitment + ".");
      }
    }

    boolean hasBeacon() {
      return beacon.length > 0;
    }

    String beaconText() {
      return hasBeacon() ? HexFormat.of().formatHex(beacon) : "none";
    }

    private static int entrants(JsonObject json) throws NotVerifiedException {
      if (json.getValue("entrants") instanceof Integer n && n >= 0 && n <= MOST_ENTRANTS) {
        return n;
      }
      throw new NotVerifiedException(
          "\"entrants\" is not a whole number from 0 to " + MOST_ENTRANTS + ".");
    }

    private static byte[] hex(JsonObject json, String name, int bytes) throws NotVerifiedException {
      try {
        byte[] value = HexFormat.of().parseHex(text(json, name));
        if (value.length == bytes || (bytes < 0 && value.length <= MOST_BEACON_BYTES)) {
          return value;
        }
      } catch (IllegalArgumentException e) {
        // Said below, together with a wrong length.
      }
      throw new NotVerifiedException(
          "\"" + name + "\" is not " + (bytes < 0 ? "a short row of" : bytes) + " bytes in hex.");
    }

    private static String text(JsonObject json, String name) throws NotVerifiedException {
      if (json.getValue(name) instanceof String text) {
        return text;
      }
      throw new NotVerifiedException("this is not a draw document: \"" + name + "\" is missing.");
    }

    /** A document is anybody's text: it must not steer the terminal it is shown on. */
    private static String printable(String text) {
      String plain = text.replaceAll("[^\\x20-\\x7e]", "?");
      return plain.length() <= 120 ? plain : plain.substring(0, 120) + "...";
    }
  }

  /** Fetches the document, of bounded size and in bounded time. */
  private static final class DrawSource {
    private static final int MOST_BYTES = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    static String read(String source) throws NotVerifiedException {
      boolean isUrl = source.startsWith("http://") || source.startsWith("https://");
      byte[] bytes = isUrl ? fromUrl(source) : fromFile(source);
      if (bytes.length > MOST_BYTES) {
        throw new NotVerifiedException("the document is larger than 1 MiB.");
      }
      return new String(bytes, UTF_8);
    }

    private static byte[] fromFile(String source) throws NotVerifiedException {
      try (InputStream file = Files.newInputStream(Path.of(source))) {
        return file.readNBytes(MOST_BYTES + 1);
      } catch (NoSuchFileException e) {
        throw new NotVerifiedException("there is no file " + source + ".");
      } catch (IOException | InvalidPathException e) {
        throw new NotVerifiedException("the file cannot be read: " + e.getMessage() + ".");
      }
    }

    private static byte[] fromUrl(String source) throws NotVerifiedException {
      HttpClient client =
          HttpClient.newBuilder()
              .connectTimeout(PATIENCE)
              .followRedirects(HttpClient.Redirect.NORMAL)
              .build();
      try {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(source))
                .header("Accept", "application/json")
                .timeout(PATIENCE)
                .build();
        // The request's own timeout ends with the headers; the bound on the future covers the body.
        return client
            .sendAsync(request, BodyHandlers.ofInputStream())
            .thenApplyAsync(DrawSource::body)
            .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (IllegalArgumentException e) {
        throw new NotVerifiedException("this is not an address: " + source + ".");
      } catch (TimeoutException e) {
        throw new NotVerifiedException("no answer within " + PATIENCE.toSeconds() + " s.");
      } catch (ExecutionException e) {
        throw new NotVerifiedException("the document cannot be fetched: " + reason(e) + ".");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new NotVerifiedException("interrupted.");
      }
    }

    private static byte[] body(HttpResponse<InputStream> response) {
      try (InputStream body = response.body()) {
        if (response.statusCode() != 200) {
          throw new IOException("the server answered " + response.statusCode());
        }
        return body.readNBytes(MOST_BYTES + 1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static String reason(Throwable failure) {
      Throwable cause = failure;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      String message = cause.getMessage();
      return message == null ? cause.getClass().getSimpleName() : message;
    }
  }
}
