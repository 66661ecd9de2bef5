package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.http.CanonicalPath;
import dev.headgate.gateway.testing.Fuzz;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireFuzzTest {
  private static final long[] ONCE_FAILED = {1};
  // How long nothing may come before we take it that the gateway waits for the rest of a request.
  private static final int QUIET_MILLIS = 150;
  private static final String BYTES =
      "\r\n\r\n \t:;=,./%0123456789abcdefABCDEFghijklmnopqrstuvwxyz\u0000\u000b\u0001\u007f\u00e9\u00ff";
  private static final Pattern PROTECTED = Pattern.compile("/events/([a-z0-9-]+)/.+");
  private static final Set<String> OURS =
      Set.of("headgate-event", "headgate-session", "headgate-position", "headgate-admission");
  private static final String NODE = "(?:[0-9.]+|\"\\[[0-9a-f:]+]\")";
  private static final Pattern FORWARDED =
      Pattern.compile(
          "for=" + NODE + ";host=\"[A-Za-z0-9._:\\[\\]-]+\";proto=https?(?:, for=" + NODE + ")*");

  @TempDir static Path folder;

  private static Site site;
  private static AdmissionTokens tokens;
  private static List<Row> rows;

  @BeforeAll
  static void open() {
    site = new Site(folder);
    tokens = site.mint.keys.admissionTokens(site.vertx, Site.ORIGIN);
    rows = Corpus.rows(site.mint, "revoked");
  }

  @AfterAll
  static void close() {
    site.close();
  }

  @Test
  void noBytesMakeTheGatewayFailOrLetAnythingThroughThatIsNotAdmitted() {
    int[] round = {0};
    Fuzz.run(
        80,
        ONCE_FAILED,
        random -> {
          site.shop.heard.clear();
          String request = request(random);
          exchange(request);
          for (Shop.Heard heard : site.shop.heard) {
            assertInOrder(heard, request);
          }
          if (++round[0] % 100 == 0) {
            assertServes(round[0]);
          }
        });
    assertServes(-1);
  }

  private static String request(Random random) {
    String one = rows.get(random.nextInt(rows.size())).request();
    String shortened = one.length() > 8_000 ? one.substring(0, 8_000) : one;
    if (random.nextInt(4) == 0) {
      String other = rows.get(random.nextInt(rows.size())).request();
      int cut = random.nextInt(shortened.length() + 1);
      return shortened.substring(0, cut) + other.substring(random.nextInt(other.length() + 1));
    }
    return random.nextInt(8) == 0 ? shortened : Fuzz.mutated(random, shortened, BYTES);
  }

  private static void exchange(String request) throws IOException {
    try (RawClient client = new RawClient(site.port())) {
      client.patience(QUIET_MILLIS);
      client.send(request + RawClient.request("GET", "/events?behind"));
      boolean head = request.stripLeading().startsWith("HEAD");
      RawClient.Reply reply = client.readOrEnd(head);
      while (reply != null) {
        assertTrue(reply.status() < 500, reply + " to " + request);
        assertFalse(reply.body().contains("hg-admission"), "a token in an answer: " + reply);
        reply = reply.closes() || head ? null : client.readOrEnd(false);
      }
    } catch (SocketTimeoutException waiting) {
      // For the rest of a body that was announced; it does not come.
    }
  }

  private static void assertInOrder(Shop.Heard heard, String request) {
    String path = heard.uri().split("\\?", 2)[0];
    assertFalse(heard.method().equals("UNREADABLE"), request);
    assertTrue(CanonicalPath.isCanonical(path), () -> path + " of " + request);
    Matcher event = PROTECTED.matcher(path);
    String admission = heard.headers().get("Headgate-Admission");
    if (event.matches() && !event.group(1).equals("-")) {
      Optional<Admission> read =
          Optional.ofNullable(admission)
              .flatMap(token -> tokens.verify(token, Instant.now().getEpochSecond()));
      assertEquals(
          Optional.of(event.group(1)), read.map(Admission::event), () -> heard + " by " + request);
    }
    assertHeaders(heard.headers(), request);
  }

  private static void assertHeaders(MultiMap headers, String request) {
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey().toLowerCase(Locale.ROOT).replace('_', '-');
      assertTrue(
          !name.startsWith("headgate") || OURS.contains(header.getKey().toLowerCase(Locale.ROOT)),
          () -> header + " of " + request);
      assertFalse(
          name.equals("cookie") && header.getValue().contains("hg_admission_"),
          () -> header + " of " + request);
    }
    for (String single : List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "Host")) {
      assertEquals(1, headers.getAll(single).size(), () -> single + " of " + request);
    }
    assertEquals("127.0.0.1", headers.get("X-Forwarded-For"), () -> request);
    assertTrue(
        FORWARDED.matcher(headers.get("Forwarded")).matches(),
        () -> headers.get("Forwarded") + " of " + request);
    boolean length = headers.contains("Content-Length");
    assertFalse(length && headers.contains("Transfer-Encoding"), () -> request);
  }

  private static void assertServes(int number) {
    try {
      String path = "/events?serves=" + number;
      assertEquals("shop GET " + path, site.exchange(RawClient.request("GET", path)).body());
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
