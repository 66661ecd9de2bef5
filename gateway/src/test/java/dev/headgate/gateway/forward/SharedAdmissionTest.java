package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.queue.RenewAnswer;
import dev.headgate.gateway.testing.Prover;
import dev.headgate.gateway.token.Admission;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom an admission admits: its bearer, whoever that is, and with whatever key. */
class SharedAdmissionTest {
  private static final String PATH = "/events/derby/seats";

  @TempDir static Path keys;

  private Scene scene;

  @BeforeEach
  void open() {
    scene = new Scene(keys);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private Wire.Reply get(String... headers) {
    try {
      return scene.get(PATH, headers);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private Admission bound(String thumbprint, int lifeSeconds) {
    Admission bearer =
        scene.admission("derby", 12, scene.derby.now.getEpochSecond() - 500, lifeSeconds);
    return new Admission(
        bearer.event(),
        bearer.epoch(),
        bearer.lane(),
        bearer.position(),
        bearer.placeId(),
        bearer.startSeconds(),
        bearer.expiresSeconds(),
        thumbprint);
  }

  @ParameterizedTest(name = "{0} clients")
  @ValueSource(ints = {1, 3, 10})
  void whoSharesAnAdmissionSharesItsOneSession(int clients) {
    String token = scene.token("derby");
    List<CompletableFuture<Integer>> calls =
        IntStream.range(0, clients)
            .mapToObj(
                client ->
                    CompletableFuture.supplyAsync(
                        () ->
                            get(
                                    "Cookie: hg_admission_derby=" + token,
                                    "User-Agent: client-" + client,
                                    "X-Forwarded-For: 192.0.2." + client)
                                .status()))
            .toList();
    assertEquals(
        Set.of(200), calls.stream().map(CompletableFuture::join).collect(Collectors.toSet()));
    assertEquals(clients, scene.seen.size());
    assertEquals(
        1, scene.seen.stream().map(seen -> seen.header("Headgate-Session")).distinct().count());
    assertEquals(List.of(), scene.queue.calls, "nothing is spent by it");
  }

  @Test
  void aBoundTokenIsReadFromTheSchemeOfItsKindAndStopsHereAsAnyOther() throws IOException {
    String token = scene.token(bound(Prover.es256().thumbprint(), 5_000));
    assertEquals(200, get("Authorization: DPoP " + token).status());
    assertEquals("", scene.onlySeen().header("Authorization"));
    assertEquals(token, scene.onlySeen().header("Headgate-Admission"));
    assertEquals("admission-invalid", get("Authorization: DPoP x").problem());
  }

  @Test
  void aRenewedTokenIsBoundToTheSameKeyAndHandedToNoOther() {
    long now = scene.derby.now.getEpochSecond();
    scene.queue.renew = at -> Future.succeededFuture(new RenewAnswer.Renewed(now - 500, now + 600));
    String mine = Prover.es256().thumbprint();
    String theirs = Prover.es256().thumbprint();
    Wire.Reply reply = get("Headgate-Admission: " + scene.token(bound(mine, 600)));
    Admission renewed = scene.tokens.verify(reply.header("Headgate-Admission"), now).orElseThrow();
    assertEquals(mine, renewed.keyThumbprint());
    assertEquals(now + 600, renewed.expiresSeconds());
    assertEquals(
        "",
        get("Headgate-Admission: " + scene.token(bound(theirs, 600))).header("Headgate-Admission"));
  }
}
