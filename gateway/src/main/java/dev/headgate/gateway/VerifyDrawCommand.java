package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

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
 * <p>Of an event, of one of its lanes, or of one of its rounds. Needs no key and no trust in the
 * gateway: only the document that {@code GET /queue/{event}/draw} gives to everybody. Exit codes: 0
 * verified, 1 not, 2 usage.
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
      description = {
        "The public draw document, or a saved copy of it: .../queue/<event>/draw;",
        ".../draw?lane=<number> in a lane, .../draw?round=<number> in a round."
      })
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
      verify(PublicDraw.parse(DrawSource.read(source), arrival), out);
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
    int position = draw.positionOf(arrival);
    out.printf("event       %s%n", draw.event());
    out.printf("draw        %s%n", draw.drawId());
    out.printf("commitment  %s%n", draw.commitment());
    out.printf("entrants    %d%n", draw.entrants());
    if (draw.isRound()) {
      out.printf("arrivals    %d to %d%n", draw.first(), draw.first() + draw.entrants() - 1);
    }
    out.printf("beacon      %s%n", draw.beaconText());
    out.printf("arrival     %d%n", arrival);
    if (draw.includes(arrival)) {
      out.printf("position    %d (counted from 0), as drawn%n", position);
    } else {
      out.printf("position    %d (position = arrival number, behind the draw)%n", position);
    }
    out.println();
    out.println("VERIFIED: the seed is the one that was committed to, and the whole order follows");
    out.println("from it, the beacon and the number of entrants by " + PublicDraw.ALGORITHM + ".");
    out.println(noted == null ? UNNOTED : "The commitment is the one you noted.");
    out.println(draw.hasBeacon() ? WITH_BEACON + draw.beaconSource() : WITHOUT_BEACON);
  }

  private static final String UNNOTED =
      "Compare the commitment above with the one you saw before the sale (--commitment).";
  private static final String WITH_BEACON =
      "Compare the beacon above with the value that its source published: ";
  private static final String WITHOUT_BEACON =
      "Without a beacon the operator knew the seed beforehand: see docs/fairness.md.";

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
