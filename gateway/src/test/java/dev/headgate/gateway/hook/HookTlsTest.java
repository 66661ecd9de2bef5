package dev.headgate.gateway.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.feed.Feed;
import dev.headgate.gateway.feed.FeedEntry;
import dev.headgate.gateway.feed.FeedParts;
import dev.headgate.gateway.hook.Outcome.Kind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PfxOptions;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receivers behind https: who they are is checked, against the certificates that Java trusts. */
class HookTlsTest {
  private static final String TRUST = "javax.net.ssl.trustStore";
  private static final String PASSWORD = "changeit";

  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger received = new AtomicInteger();

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  @Test
  void aReceiverWhomJavaTrustsIsTold() throws Exception {
    Path store = store("localhost");
    Outcome outcome = send(store, trusting(store));
    assertEquals(Kind.DELIVERED, outcome.kind(), outcome::toString);
    assertEquals(1, received.get());
  }

  @Test
  void aReceiverWhomNobodyVouchesForIsToldNothing() throws Exception {
    refused(send(store("localhost"), null));
    assertEquals(0, received.get());
  }

  @Test
  void aReceiverWithTheCertificateOfAnotherHostIsToldNothing() throws Exception {
    Path store = store("other.example");
    refused(send(store, trusting(store)));
    assertEquals(0, received.get());
  }

  private static void refused(Outcome outcome) {
    assertEquals(Kind.FAILED, outcome.kind());
    assertTrue(outcome.why().contains("SSL"), outcome::toString);
  }

  /** A store that trusts the certificate of another. */
  private Path trusting(Path own) throws Exception {
    KeyStore keys = KeyStore.getInstance(own.toFile(), PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("server", keys.getCertificate("server"));
    Path file = folder.resolve("trusted.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  private Outcome send(Path own, @Nullable Path trusted) throws Exception {
    int port =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setSsl(true)
                    .setSslHandshakeTimeout(120)
                    .setKeyCertOptions(
                        new PfxOptions().setPath(own.toString()).setPassword(PASSWORD)))
            .requestHandler(
                request -> {
                  received.incrementAndGet();
                  request.response().end().onFailure(gone -> {});
                })
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS)
            .actualPort();
    @Nullable String before = System.getProperty(TRUST);
    if (trusted != null) {
      System.setProperty(TRUST, trusted.toString());
      System.setProperty(TRUST + "Password", PASSWORD);
    }
    HookSender sender = new HookSender(parts());
    try {
      FeedEntry entry =
          new FeedEntry("1764583000000-000000", Instant.EPOCH, "derby", "paused", new JsonObject());
      URI url = URI.create("https://localhost:" + port + "/hook");
      return sender.send(url, List.of(new byte[32]), entry).await(2, TimeUnit.MINUTES);
    } finally {
      if (before == null) {
        System.clearProperty(TRUST);
      } else {
        System.setProperty(TRUST, before);
      }
      System.clearProperty(TRUST + "Password");
      sender.close().await();
    }
  }

  private WebhooksParts parts() {
    URI nowhere = URI.create("redis://127.0.0.1:1");
    return new WebhooksParts(
        vertx,
        nowhere,
        Feed.inRedis(new FeedParts(vertx, nowhere, Duration.ofHours(1))),
        List.of(),
        new SimpleMeterRegistry(),
        "one",
        InstantSource.system(),
        // A first handshake takes its time on a machine that has much to do.
        new WebhooksParts.Timing(
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofMinutes(2),
            Duration.ofSeconds(10)));
  }

  private Path store(String host) throws Exception {
    Path store = folder.resolve(host + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "SAN=dns:" + host,
                "-validity",
                "3",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    assertEquals(0, keytool.waitFor());
    return store;
  }
}
