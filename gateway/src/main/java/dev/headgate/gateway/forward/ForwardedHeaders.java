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
  private final URI publicOrigin;

  ForwardedHeaders(TrustedProxies trusted, Gate gate, AdmissionTokens tokens, URI publicOrigin) {
    this.trusted = trusted;
    this.gate = gate;
    this.tokens = tokens;
    this.publicOrigin = publicOrigin;
  }

  /** Makes a copy of a request's headers into what is sent on. */
  void rewrite(MultiMap headers, Passage passage) {
    HttpServerRequest request = passage.request();
    String peer = request.remoteAddress().hostAddress();
    boolean believed = trusted.trusts(peer);
    List<String> chain = trusted.chain(peer, headers.getAll("X-Forwarded-For"));
    String scheme = publicOrigin.getScheme();
    if (believed) {
      scheme = oneOf(headers, "X-Forwarded-Proto", scheme);
    }
    String host = believed ? headers.get("X-Forwarded-Host") : null;
    if (host == null || !isHost(host)) {
      host = request.authority() == null ? publicOrigin.getAuthority() : request.authority() + "";
    }

    HopByHop.strip(headers, ForwardedHeaders::isDropped);
    origin(headers, new Origin(chain, scheme, host));
    credentials(headers, passage.asked(), passage.admitted());
  }

  /** Takes our credentials out of the headers they came in, and adds the admission that counts. */
  void credentials(MultiMap headers, Gate.Asked asked, Verdict.@Nullable Admitted admitted) {
    cookies(headers);
    // Where the path names no event, nothing says here whose a bearer token is: the shop decides.
    if (!asked.event().isEmpty()) {
      authorization(headers, asked.nowSeconds());
    }
    admission(headers, admitted);
  }

  private record Origin(List<String> chain, String scheme, String host) {}

  // CGI and its heirs read '_' and '-' as one, so both spellings go.
  private static boolean isDropped(String lowerCaseName) {
    String name = lowerCaseName.replace('_', '-');
    return name.startsWith("headgate-")
        || name.startsWith("x-forwarded-")
        || OURS_ALONE.contains(name);
  }

  private static void cookies(MultiMap headers) {
    List<String> lines = headers.getAll(HttpHeaders.COOKIE);
    if (lines.isEmpty() || (lines.size() == 1 && !lines.get(0).contains("hg_"))) {
      return;
    }
    List<String> kept = new ArrayList<>();
    for (String line : lines) {
      String rest = withoutOurs(line);
      if (!rest.isEmpty()) {
        kept.add(rest);
      }
    }
    headers.remove(HttpHeaders.COOKIE);
    if (!kept.isEmpty()) {
      headers.add(HttpHeaders.COOKIE, String.join("; ", kept));
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

  private void authorization(MultiMap headers, long nowSeconds) {
    List<String> all = headers.getAll(HttpHeaders.AUTHORIZATION);
    if (all.isEmpty()) {
      return;
    }
    List<String> theirs = new ArrayList<>(all);
    if (theirs.removeIf(value -> gate.isOurs(value, nowSeconds))) {
      headers.remove(HttpHeaders.AUTHORIZATION);
      theirs.forEach(value -> headers.add(HttpHeaders.AUTHORIZATION, value));
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
        && text.chars().allMatch(c -> Character.isLetterOrDigit(c) || "-._:[]".indexOf(c) >= 0);
  }

  private static String oneOf(MultiMap headers, String name, String otherwise) {
    String value = headers.get(name);
    boolean known = "http".equals(value) || "https".equals(value);
    return value != null && known ? value : otherwise;
  }
}
