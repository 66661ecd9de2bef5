package dev.headgate.gateway.forward;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * What an upstream is told of where a request came from.
 *
 * @param client the address it began at, as far as that is believed
 * @param chain the addresses it came through, the client first
 * @param scheme by which the client came
 * @param host that the client asked for
 * @param forwarded all of that, as RFC 7239 writes it
 */
record Provenance(String client, String chain, String scheme, String host, String forwarded) {
  private static final CharSequence FOR = HttpHeaders.createOptimized("X-Forwarded-For");
  private static final CharSequence PROTO = HttpHeaders.createOptimized("X-Forwarded-Proto");
  private static final CharSequence HOST = HttpHeaders.createOptimized("X-Forwarded-Host");
  private static final CharSequence FORWARDED = HttpHeaders.createOptimized("Forwarded");

  static Provenance of(List<String> chain, String scheme, String host) {
    String client = chain.get(0);
    String first = element(client) + ";host=\"" + host + "\";proto=" + scheme;
    if (chain.size() == 1) {
      return new Provenance(client, client, scheme, host, first);
    }
    List<String> elements = new ArrayList<>(chain.size());
    elements.add(first);
    chain.stream().skip(1).map(Provenance::element).forEach(elements::add);
    return new Provenance(
        client, String.join(", ", chain), scheme, host, String.join(", ", elements));
  }

  private static String element(String address) {
    return address.indexOf(':') < 0 ? "for=" + address : "for=\"[" + address + "]\"";
  }

  /** Writes it. None of these headers may be there yet. */
  void writeTo(MultiMap headers) {
    headers.add(FOR, chain).add(PROTO, scheme).add(HOST, host).add(FORWARDED, forwarded);
  }
}
