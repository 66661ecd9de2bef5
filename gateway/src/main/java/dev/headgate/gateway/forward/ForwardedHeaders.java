package dev.headgate.gateway.forward;

import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the upstream reads of a request: what the client may say, and what only we say. */
final class ForwardedHeaders {
  // What an upstream may take for our word, or for another path than the one that was checked.
  private static final Set<String> OURS_ALONE =
      Set.of(
          "expect",
          "forwarded",
          "headgate",
          "proxy",
          "true-client-ip",
          "x-client-ip",
          "x-cluster-client-ip",
          "x-original-uri",
          "x-original-url",
          "x-real-ip",
          "x-rewrite-url");

  private final TrustedProxies trusted;
  private final Gate gate;
  private final AdmissionTokens tokens;
  private final SessionClients clients;
  private final URI publicOrigin;
  private final Sieve sieve = new Sieve(ForwardedHeaders::isDropped);

  ForwardedHeaders(ForwardParts parts, Gate gate) {
    this.trusted = new TrustedProxies(parts.config().trustedProxies());
    this.gate = gate;
    this.tokens = parts.tokens();
    this.clients = parts.clients();
    this.publicOrigin = parts.config().publicOrigin();
  }

  /** Writes what the upstream reads. */
  void write(MultiMap sent, MultiMap to, Passage passage) {
    sieve.copy(sent, to);
    Origin origin = originOf(sent, passage.request());
    origin(to, origin);
    credentials(sent, to, passage.asked(), passage.admitted());
    Verdict.Admitted admitted = passage.admitted();
    if (admitted != null) {
      clients.used(admitted.admission(), origin.chain().get(0), sent.get(HttpHeaders.USER_AGENT));
    }
  }

  /** Writes the credentials that are not ours, and the admission that counts. */
  void credentials(
      MultiMap sent, MultiMap to, Gate.Asked asked, Verdict.@Nullable Admitted admitted) {
    cookies(sent, to);
    authorization(sent, to, asked);
    admission(to, admitted);
  }

  /** Whether the other end of the connection is one of the proxies that are trusted. */
  boolean believes(HttpServerRequest request) {
    return trusted.trusts(peer(request));
  }

  private static String peer(HttpServerRequest request) {
    return request.remoteAddress().hostAddress();
  }

  private Origin originOf(MultiMap sent, HttpServerRequest request) {
    String peer = peer(request);
    boolean believed = trusted.trusts(peer);
    String scheme = publicOrigin.getScheme();
    String host = null;
    if (believed) {
      scheme = oneOf(sent, "X-Forwarded-Proto", scheme);
      host = sent.get("X-Forwarded-Host");
    }
    if (host == null || !isHost(host)) {
      host = request.authority() == null ? publicOrigin.getAuthority() : request.authority() + "";
    }
    return new Origin(trusted.chain(peer, sent.getAll("X-Forwarded-For")), scheme, host);
  }

  private record Origin(List<String> chain, String scheme, String host) {}

  // Written one by one below, or by the connection itself.
  private static final Set<String> WRITTEN =
      Set.of("host", "content-length", "cookie", "authorization");

  private static boolean isDropped(String lowerCaseName) {
    String name = Sieve.plain(lowerCaseName);
    return WRITTEN.contains(name)
        || name.startsWith("headgate-")
        || name.startsWith("x-forwarded-")
        || OURS_ALONE.contains(name);
  }

  private static void cookies(MultiMap sent, MultiMap to) {
    List<String> lines = sent.getAll(HttpHeaders.COOKIE);
    if (lines.isEmpty()) {
      return;
    }
    List<String> kept = new ArrayList<>(lines.size());
    for (String line : lines) {
      String rest = withoutOurs(line);
      if (!rest.isEmpty()) {
        kept.add(rest);
      }
    }
    if (!kept.isEmpty()) {
      to.add(HttpHeaders.COOKIE, kept.size() == 1 ? kept.get(0) : String.join("; ", kept));
    }
  }

  private static String withoutOurs(String line) {
    if (!line.contains("hg_")) {
      return line;
    }
    StringBuilder rest = new StringBuilder(line.length());
    for (String pair : line.split(";", -1)) {
      if (!pair.trim().startsWith("hg_")) {
        rest.append(rest.isEmpty() ? pair.stripLeading() : ";" + pair);
      }
    }
    return rest.toString();
  }

  private void authorization(MultiMap sent, MultiMap to, Gate.Asked asked) {
    // Where the path names no event, nothing says here whose a bearer token is: the shop decides.
    boolean maybeOurs = !asked.event().isEmpty();
    for (String value : sent.getAll(HttpHeaders.AUTHORIZATION)) {
      if (!maybeOurs || !gate.isOurs(value, asked.nowSeconds())) {
        to.add(HttpHeaders.AUTHORIZATION, value);
      }
    }
  }

  private static void origin(MultiMap headers, Origin origin) {
    List<String> elements = new ArrayList<>(origin.chain().size());
    for (String address : origin.chain()) {
      String node = address.indexOf(':') < 0 ? address : "\"[" + address + "]\"";
      String first =
          elements.isEmpty() ? ";host=\"" + origin.host() + "\";proto=" + origin.scheme() : "";
      elements.add("for=" + node + first);
    }
    headers
        .set("X-Forwarded-For", String.join(", ", origin.chain()))
        .set("X-Forwarded-Proto", origin.scheme())
        .set("X-Forwarded-Host", origin.host())
        .set("Forwarded", String.join(", ", elements));
  }

  private void admission(MultiMap headers, Verdict.@Nullable Admitted admitted) {
    if (admitted != null) {
      Admission admission = admitted.admission();
      headers
          .set("Headgate-Event", admission.event())
          .set("Headgate-Session", tokens.sessionId(admission))
          .set("Headgate-Position", Integer.toString(admission.position()))
          .set(Gate.HEADER, admitted.token());
    }
  }

  // Anything else could end the quotes it is put in.
  private static boolean isHost(String text) {
    return !text.isEmpty()
        && text.chars()
            .allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || "-._:[]".indexOf(c) >= 0));
  }

  private static String oneOf(MultiMap headers, String name, String otherwise) {
    String value = headers.get(name);
    boolean known = "http".equals(value) || "https".equals(value);
    return value != null && known ? value : otherwise;
  }
}
