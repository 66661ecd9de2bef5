package dev.headgate.gateway.console;

import dev.headgate.gateway.console.ConsoleFiles.ConsoleFile;
import dev.headgate.gateway.http.Problem;
import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Arrays;

/** The console from this package's resources, held in memory. */
final class ShippedConsole implements Console {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          // Frames are the gateway's own previews of the queue page.
          + "img-src 'self' data:; frame-src 'self'; manifest-src 'none'; "
          + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
          // No text becomes markup or a script, whoever's slip would have it so.
          + "require-trusted-types-for 'script'; trusted-types 'none'";

  /** Every event loop has routes of its own; the files are read for the first of them alone. */
  private static final class Shipped {
    private static final ShippedConsole CONSOLE = new ShippedConsole(ConsoleFiles.read());
  }

  private final ConsoleFiles files;
  private final Buffer page;
  private final String etag;

  private ShippedConsole(ConsoleFiles files) {
    this.files = files;
    this.page = files.page();
    this.etag = "\"" + files.version() + "\"";
  }

  static Console instance() {
    return Shipped.CONSOLE;
  }

  @Override
  public Future<Void> page(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("Content-Security-Policy", POLICY)
        // Not no-referrer: with it browsers send "Origin: null" along with the console's changes.
        .putHeader("Referrer-Policy", "same-origin")
        .putHeader("Cross-Origin-Opener-Policy", "same-origin");
    return response.end(page).otherwiseEmpty();
  }

  @Override
  public Future<Void> file(HttpServerRequest request, String version, String name) {
    ConsoleFile file = version.equals(files.version()) ? files.get(name) : null;
    if (file == null) {
      return Future.failedFuture(new ProblemException(Problem.notFound()));
    }
    HttpServerResponse response =
        request
            .response()
            .putHeader(HttpHeaders.ETAG, etag)
            .putHeader(HttpHeaders.CACHE_CONTROL, "public, max-age=31536000, immutable");
    if (isKnown(request)) {
      return response.setStatusCode(304).end().otherwiseEmpty();
    }
    return response
        .putHeader(HttpHeaders.CONTENT_TYPE, file.type())
        // HEAD has no content to count.
        .putHeader(HttpHeaders.CONTENT_LENGTH, String.valueOf(file.content().length()))
        .end(file.content())
        .otherwiseEmpty();
  }

  private boolean isKnown(HttpServerRequest request) {
    return request.headers().getAll(HttpHeaders.IF_NONE_MATCH).stream()
        .flatMap(line -> Arrays.stream(line.split(",", -1)))
        .map(tag -> tag.trim().replaceFirst("^W/", ""))
        .anyMatch(tag -> tag.equals("*") || tag.equals(etag));
  }
}
