package dev.headgate.gateway;

import dev.headgate.gateway.config.Tls;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes up changed certificate files. Connections that are open go on as they were; what cannot be
 * used is said once, and what is in use stays.
 */
final class TlsReload {
  private static final Logger LOG = LoggerFactory.getLogger(TlsReload.class);

  private final Vertx vertx;
  private final Tls tls;
  private final HttpServer server;
  private TlsFiles current;
  private boolean reading;
  private @Nullable String complaint;

  TlsReload(Vertx vertx, Tls tls, HttpServer server, TlsFiles current) {
    this.vertx = vertx;
    this.tls = tls;
    this.server = server;
    this.current = current;
  }

  /** Looks at the files once, on a worker; to be called by one timer, on the server's loop. */
  void tick() {
    if (reading) {
      return;
    }
    reading = true;
    vertx
        .executeBlocking(() -> TlsFiles.read(vertx, tls), false)
        .compose(this::takeUp)
        .onFailure(this::complain)
        .onComplete(done -> reading = false);
  }

  private Future<Void> takeUp(TlsFiles read) {
    complaint = null;
    if (read.sameAs(current)) {
      return Future.succeededFuture();
    }
    return server
        .updateSSLOptions(FanServer.sslOptions(read))
        .onSuccess(
            taken -> {
              current = read;
              LOG.info("certificate {} taken up, good until {}", tls.certificate(), read.expires());
            })
        .mapEmpty();
  }

  private void complain(Throwable unusable) {
    String message = String.valueOf(unusable.getMessage());
    if (!message.equals(complaint)) {
      complaint = message;
      LOG.error("the certificate in use stays: {}", message);
    }
  }
}
