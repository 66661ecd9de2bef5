package dev.headgate.gateway.forward;

import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
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

  private static final CharSequence EVENT = HttpHeaders.createOptimized("Headgate-Event");
  private static final CharSequence SESSION = HttpHeaders.createOptimized("Headgate-Session");
  private static final CharSequence POSITION = HttpHeaders.createOptimized("Headgate-Position");
  private static final CharSequence ADMISSION = HttpHeaders.createOptimized(Gate.HEADER);
  private static final int MOST_KNOWN = 2_048;

  private final Provenances provenances;
  private final Gate gate;
  private final AdmissionTokens tokens;
  private final SessionClients clients;
  // A token that comes again is the same admission, the object too.
  private final ByIdentity<Admission, Spoken> known = new ByIdentity<>(MOST_KNOWN);
  private final Sieve sieve = new Sieve(ForwardedHeaders::isDropped);

  ForwardedHeaders(ForwardParts parts, Gate gate) {
    this.provenances = new Provenances(parts.config());
    this.gate = gate;
    this.tokens = parts.tokens();
    this.clients = parts.clients();
  }

  /** Writes what the upstream reads. */
  void write(MultiMap sent, MultiMap to, Passage passage) {
    sieve.copy(sent, to);
    Provenance provenance = provenances.of(sent, passage.request());
    provenance.writeTo(to);
    credentials(sent, to, passage.asked(), passage.admitted());
    Verdict.Admitted admitted = passage.admitted();
    if (admitted != null) {
      clients.used(admitted.admission(), provenance.client(), sent.get(HttpHeaders.USER_AGENT));
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
    return provenances.believes(request);
  }

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

  private void admission(MultiMap headers, Verdict.@Nullable Admitted admitted) {
    if (admitted != null) {
      Admission admission = admitted.admission();
      Spoken spoken = known.get(admission);
      // One admission may be written as several tokens, by several keys.
      if (spoken == null || !spoken.token.equals(admitted.token())) {
        spoken = known.put(admission, speak(admission, admitted.token()));
      }
      headers
          .set(EVENT, admission.event())
          .set(SESSION, spoken.session)
          .set(POSITION, spoken.position)
          .set(ADMISSION, spoken.sent);
    }
  }

  private Spoken speak(Admission admission, String token) {
    return new Spoken(
        token,
        HttpHeaders.createOptimized(token),
        HttpHeaders.createOptimized(tokens.sessionId(admission)),
        HttpHeaders.createOptimized(Integer.toString(admission.position())));
  }

  /** What is said of an admission in every request, ready to be sent. */
  private record Spoken(
      String token, CharSequence sent, CharSequence session, CharSequence position) {}
}
