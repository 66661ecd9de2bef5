package dev.headgate.gateway.forward;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.http.TrustedProxies;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds out where requests came from. For one event loop. */
final class Provenances {
  private static final int MOST_PEERS = 1_024;

  private final TrustedProxies trusted;
  private final URI publicOrigin;
  // The address of a connection is one object as long as it stands.
  private final ByIdentity<SocketAddress, Peer> peers = new ByIdentity<>(MOST_PEERS);

  Provenances(GatewayConfig config) {
    trusted = new TrustedProxies(config.trustedProxies());
    publicOrigin = config.publicOrigin();
  }

  /** Where a request came from, by its connection, and by its headers where these are believed. */
  Provenance of(MultiMap sent, HttpServerRequest request) {
    Peer peer = peer(request);
    return peer.believed ? told(peer.address, sent, request) : seen(peer, request);
  }

  /** Whether the other end of the connection is one of the proxies that are trusted. */
  boolean believes(HttpServerRequest request) {
    return peer(request).believed;
  }

  private Peer peer(HttpServerRequest request) {
    SocketAddress address = request.remoteAddress();
    Peer peer = peers.get(address);
    if (peer == null) {
      String text = address.hostAddress();
      peer = peers.put(address, new Peer(text, trusted.trusts(text)));
    }
    return peer;
  }

  /** The other end of a connection, and what was said of its last request. */
  private static final class Peer {
    private final String address;
    private final boolean believed;
    private @Nullable HostAndPort asked;
    private @Nullable Provenance last;

    Peer(String address, boolean believed) {
      this.address = address;
      this.believed = believed;
    }
  }

  // Whoever is not believed differs from one request to the next in the host alone, if at all.
  private Provenance seen(Peer peer, HttpServerRequest request) {
    HostAndPort asked = request.authority();
    Provenance last = peer.last;
    if (last == null || !Objects.equals(asked, peer.asked)) {
      last = Provenance.of(List.of(peer.address), publicOrigin.getScheme(), host(asked));
      peer.asked = asked;
      peer.last = last;
    }
    return last;
  }

  private Provenance told(String peer, MultiMap sent, HttpServerRequest request) {
    String host = sent.get("X-Forwarded-Host");
    return Provenance.of(
        trusted.chain(peer, sent.getAll("X-Forwarded-For")),
        oneOf(sent, "X-Forwarded-Proto", publicOrigin.getScheme()),
        host == null || !isHost(host) ? host(request.authority()) : host);
  }

  private String host(@Nullable HostAndPort asked) {
    return asked == null ? publicOrigin.getAuthority() : asked.toString();
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
