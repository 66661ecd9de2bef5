package dev.headgate.gateway.edge;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Replies in gzip, for content that is compressed once and sent to a whole crowd. */
final class Compressed {

  private Compressed() {}

  /** Whether the client takes gzip: it names it, and not only to refuse it. */
  static boolean isWelcome(MultiMap headers) {
    for (String line : headers.getAll(HttpHeaders.ACCEPT_ENCODING)) {
      for (String coding : line.toLowerCase(Locale.ROOT).split(",", -1)) {
        String bare = coding.replace(" ", "");
        if (bare.equals("gzip") || (bare.startsWith("gzip;q=") && !bare.matches(".*q=0(\\.0*)?"))) {
          return true;
        }
      }
    }
    return false;
  }

  static Reply of(Reply reply) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(reply.body().getBytes());
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return new Reply(reply.status(), reply.headers(), Buffer.buffer(out.toByteArray()))
        .with(HttpHeaders.CONTENT_ENCODING, "gzip");
  }
}
