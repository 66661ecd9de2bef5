package dev.headgate.gateway.edge;

import io.netty.util.AsciiString;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Entity tags, and the 304 for who has the content already. */
final class Validators {

  private static final int TAG_BYTES = 12;

  private Validators() {}

  /** A strong tag over the content, led by a word of what it belongs to. */
  static String etag(String lead, Buffer content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content.getBytes());
      return '"' + lead + '-' + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  /** The reply, or 304 with its headers where the client knows its tag. */
  static Reply unlessKnown(HttpServerRequest request, Reply reply) {
    List<String> known = request.headers().getAll(HttpHeaders.IF_NONE_MATCH);
    String etag = reply.header(HttpHeaders.ETAG);
    if (etag.isEmpty() || !matches(known, etag)) {
      return reply;
    }
    List<CharSequence> headers = new ArrayList<>();
    for (int i = 0; i < reply.headers().size(); i += 2) {
      if (!AsciiString.contentEqualsIgnoreCase(reply.headers().get(i), HttpHeaders.CONTENT_TYPE)) {
        headers.addAll(reply.headers().subList(i, i + 2));
      }
    }
    return new Reply(304, headers, Reply.EMPTY);
  }

  private static boolean matches(List<String> known, String etag) {
    for (String line : known) {
      for (String tag : line.split(",", -1)) {
        String bare = tag.trim();
        if (bare.equals("*") || bare.equals(etag) || bare.equals("W/" + etag)) {
          return true;
        }
      }
    }
    return false;
  }
}
