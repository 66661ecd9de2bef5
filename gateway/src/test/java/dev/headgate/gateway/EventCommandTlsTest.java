package dev.headgate.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.remote.EventCommands;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom the operators' commands trust with a token. */
class EventCommandTlsTest {
  @TempDir private Path folder = Path.of(".");

  private final Vertx vertx = Vertx.vertx();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path own = Path.of("own.pem");
  private int port;

  @BeforeEach
  void serve() throws Exception {
    TestCertificate certificate = TestCertificate.make(folder, "EC");
    own = Files.writeString(folder.resolve("own.pem"), certificate.certificatePem());
    PemKeyCertOptions key =
        new PemKeyCertOptions()
            .addCertValue(Buffer.buffer(certificate.certificatePem()))
            .addKeyValue(Buffer.buffer(certificate.keyPem()));
    port =
        vertx
            .createHttpServer(
                new HttpServerOptions().setHost("127.0.0.1").setSsl(true).setKeyCertOptions(key))
            .requestHandler(
                request -> {
                  heard.add(request.getHeader("Authorization"));
                  request.response().end("{\"events\":[],\"next\":null}");
                })
            .listen(0)
            .await(60, TimeUnit.SECONDS)
            .actualPort();
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(60, TimeUnit.SECONDS);
  }

  @Test
  void anAuthorityOfYourOwnIsTrustedWhereItIsNamed() {
    assertEquals(0, run("list", "--ca", own.toString()), err + "");
    assertEquals(List.of("Bearer secret"), heard);
  }

  @Test
  void whoeverElseAnswersIsToldNothing() throws IOException {
    assertEquals(4, run("list"));
    assertTrue(err.toString().contains("cannot be trusted"), err + "");
    Path other = folder.resolve("other.pem");
    Files.writeString(other, TestCertificate.make(folder, "EC").certificatePem());
    assertEquals(4, run("list", "--ca", other.toString()));
    assertEquals(List.of(), heard);
  }

  @Test
  void aFileWithoutCertificatesIsNoAuthority() throws IOException {
    for (String text : List.of("", "nonsense")) {
      Path file = Files.writeString(folder.resolve("none.pem"), text);
      assertEquals(2, run("list", "--ca", file.toString()), text);
      assertTrue(err.toString().contains("--ca"), err + "");
    }
    assertEquals(2, run("list", "--ca", own.toString(), "--url", "http://127.0.0.1:" + port));
    assertEquals(List.of(), heard);
  }

  private int run(String... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    Map<String, String> environment =
        Map.of(
            "HEADGATE_OPERATOR_URL",
            "https://127.0.0.1:" + port,
            "HEADGATE_OPERATOR_TOKEN",
            "secret");
    return EventCommands.of(environment, false, new BufferedReader(Reader.nullReader()))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words);
  }
}
