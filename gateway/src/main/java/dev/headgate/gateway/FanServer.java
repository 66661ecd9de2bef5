package dev.headgate.gateway;

import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.ServerSSLOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How our servers listen, and what bounds those who connect. */
final class FanServer {

  /** Longer than any poll interval, so that a waiting page keeps its connection. */
  static final int IDLE_SECONDS = 75;

  static final int MOST_HEADER_BYTES = 16 * 1024;
  static final int MOST_STREAMS = 100;

  /**
   * A page that is left cancels what it has under way; more is done to cause work (CVE-2023-44487).
   */
  static final int MOST_RESETS = 200;

  static final int RESET_WINDOW_SECONDS = 30;

  private static final long HANDSHAKE_SECONDS = 10;

  /** The older ones have neither authenticated encryption nor a handshake without known faults. */
  private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  /**
   * Those with forward secrecy and authenticated encryption (RFC 9325, 4.2), which HTTP/2 asks for.
   */
  private static final List<String> CIPHERS =
      List.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private FanServer() {}

  /** Without TLS; then without HTTP/2 as well. */
  static HttpServerOptions plain() {
    return new HttpServerOptions()
        .setIdleTimeout(IDLE_SECONDS)
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        .setMaxHeaderSize(MOST_HEADER_BYTES)
        // An upgrade to h2c would go past the checks that forwarding makes of HTTP/1.1, and proxies
        // that do not know it pass it on.
        .setHttp2ClearTextEnabled(false)
        .setTcpNoDelay(true);
  }

  /** For fans: with TLS, HTTP/2 and HTTP/1.1 where there is a certificate. */
  static HttpServerOptions forFans(@Nullable TlsFiles tls) {
    HttpServerOptions options = plain();
    if (tls == null) {
      return options;
    }
    CIPHERS.forEach(options::addEnabledCipherSuite);
    return options
        .setSsl(true)
        .setKeyCertOptions(tls.options())
        .setEnabledSecureTransportProtocols(Set.copyOf(PROTOCOLS))
        .setSslHandshakeTimeout(HANDSHAKE_SECONDS)
        .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
        .setUseAlpn(true)
        .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(MOST_STREAMS)
                .setMaxHeaderListSize(MOST_HEADER_BYTES))
        .setHttp2RstFloodMaxRstFramePerWindow(MOST_RESETS)
        .setHttp2RstFloodWindowDuration(RESET_WINDOW_SECONDS)
        .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS);
  }

  /** The part of the same that can be changed while the server runs. */
  static ServerSSLOptions sslOptions(TlsFiles tls) {
    ServerSSLOptions options = new ServerSSLOptions();
    CIPHERS.forEach(options::addEnabledCipherSuite);
    return options
        .setKeyCertOptions(tls.options())
        .setEnabledSecureTransportProtocols(Set.copyOf(PROTOCOLS))
        .setSslHandshakeTimeout(HANDSHAKE_SECONDS)
        .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
        .setUseAlpn(true);
  }
}
