package dev.headgate.quickstart;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedPostgres;
import dev.headgate.quickstart.Calls.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.RSAPublicKeySpec;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Holds with tokens that do not admit, through the gateway and straight to the shop: refused by
 * each on its own, before the database hears of them.
 */
class RefusalsIT {
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final String WANTED = "{\"seats\":[\"A-1\"]}";

  // Statements of the shop's own role, but for those that run by timers (sweeps, blocks and prices,
  // notices, payments, refunds and messages that are due, figures, and what is left for the
  // gateway), and for what every transaction begins and ends with.
  private static final String STATEMENTS =
      """
      SELECT s.queryid, left(s.query, 60) AS query, s.calls
        FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
       WHERE r.rolname = 'shop'
         AND (s.query LIKE 'WITH wanted AS%'
           OR s.query !~ 'WITH due AS|seat_block|price_factor|sweep_lag_seconds|outbox|as_of')
         AND s.query !~ '^UPDATE (payment|refund|webhook_inbox) '
         AND s.query !~* '^(BEGIN|COMMIT|ROLLBACK|SET)'
      """;

  private static final Calls CALLS = new Calls();
  private static EmbeddedPostgres postgres;
  private static DemoProcess demo;
  private static Guest guest;

  @BeforeAll
  static void open() {
    postgres = EmbeddedPostgres.start();
    URI shop = postgres.createDatabase("shop");
    demo =
        DemoProcess.start(
            "--postgres", shop.toString(), "--seats", "400", "--rate", "6000", "--on-sale-in", "2");
    guest = queued("derby");
  }

  @AfterAll
  static void close() {
    demo.close();
    postgres.close();
  }

  @Test
  void anInvalidTokenIsRefusedByBothAndRunsNoStatement() throws Exception {
    Map<String, String> invalid = invalidTokens(guest.token());
    invalid.put("expired", expired());
    Map<String, Long> before = statements();
    long rows = rows();
    invalid.forEach(
        (name, token) -> {
          assertRefused("gateway, header, " + name, gateway("Headgate-Admission", token));
          assertRefused("gateway, bearer, " + name, gateway("Authorization", "Bearer " + token));
          assertRefused("gateway, cookie, " + name, gateway("Cookie", cookie(token)));
          assertRefused("shop, header, " + name, shop("Headgate-Admission", token));
          assertRefused("shop, bearer, " + name, shop("Authorization", "Bearer " + token));
        });
    assertEquals(before, statements());
    assertEquals(rows, rows());
  }

  @Test
  void noTokenAndAnotherEventsAreRefusedByBothAndRunNoStatement() {
    createEvent("cup");
    String foreign = queued("cup").token();
    Map<String, Long> before = statements();
    long rows = rows();
    for (Answer none : List.of(gateway("Accept", "*/*"), shop("Accept", "*/*"))) {
      assertEquals(401, none.status(), none.body());
      assertEquals("admission-required", none.code());
      assertEquals("Bearer", none.header("WWW-Authenticate"));
      assertEquals("/queue/derby", none.json().getString("queue"));
    }
    for (Answer wrong :
        List.of(
            gateway("Headgate-Admission", foreign),
            gateway("Authorization", "Bearer " + foreign),
            shop("Headgate-Admission", foreign),
            shop("Authorization", "Bearer " + foreign))) {
      assertEquals(403, wrong.status(), wrong.body());
      assertEquals("wrong-event", wrong.code());
      assertEquals("/queue/derby", wrong.json().getString("queue"));
    }
    Answer ignored = gateway("Cookie", "hg_admission_cup=" + foreign);
    assertEquals("admission-required", ignored.code(), "a cookie of another event is ignored");
    assertRefused("another's under this name", gateway("Cookie", cookie(foreign)));
    assertEquals(before, statements());
    assertEquals(rows, rows());
  }

  /** The control: whatever lets a request pass is seen by the count that the refusals keep. */
  @Test
  void anAcceptedHoldIsSeenInTheStatementsAndTheRows() {
    Guest other = queued("derby");
    Map<String, Long> before = statements();
    long rows = rows();
    Answer through = gateway("Headgate-Admission", other.token(), "{\"seats\":[\"C-1\"]}");
    assertEquals(201, through.status(), through.body());
    Map<String, Long> after = statements();
    for (String first : List.of("INSERT INTO customer", "WITH wanted AS MATERIALIZED")) {
      assertEquals(calls(before, first) + 1, calls(after, first), after.toString());
    }
    assertTrue(rows() > rows);
    Answer direct = shop("Authorization", "Bearer " + other.token(), "{\"seats\":[\"C-2\"]}");
    assertEquals(201, direct.status(), direct.body());
  }

  @Test
  void aReleasedSessionIsRefusedByTheGatewayWhileTheShopGoesByTheExpiry() {
    Guest leaver = queued("derby");
    URI mine = demo.fans().resolve("/queue/derby/admissions/me");
    Answer left = CALLS.send("DELETE", mine, "", "Headgate-Admission", leaver.token());
    assertEquals(204, left.status());
    // Nothing is held by asking meanwhile: the seat does not exist.
    await()
        .until(
            () -> {
              Answer asked =
                  gateway("Headgate-Admission", leaver.token(), "{\"seats\":[\"ZZ-999\"]}");
              return asked.status() == 401;
            });
    Map<String, Long> before = statements();
    assertRefused("header", gateway("Headgate-Admission", leaver.token()));
    assertRefused("bearer", gateway("Authorization", "Bearer " + leaver.token()));
    assertRefused("cookie", gateway("Cookie", cookie(leaver.token())));
    assertEquals(before, statements());
    Answer direct = shop("Headgate-Admission", leaver.token(), "{\"seats\":[\"D-1\"]}");
    assertEquals(201, direct.status(), direct.body());
  }

  @Test
  void noRefusalSaysWhatIsWrongWithTheToken() {
    String token = guest.token();
    String expected = gateway("Headgate-Admission", "a.b.c").body();
    for (String invalid : invalidTokens(token).values()) {
      Answer refused = gateway("Headgate-Admission", invalid);
      assertEquals(expected, refused.body());
    }
  }

  private static void assertRefused(String how, Answer answer) {
    assertEquals(401, answer.status(), how + ": " + answer.body());
    assertEquals("admission-invalid", answer.code(), how);
    assertEquals("Bearer error=\"invalid_token\"", answer.header("WWW-Authenticate"), how);
    assertEquals("/queue/derby", answer.json().getString("queue"), how);
  }

  private static Answer gateway(String header, String value) {
    return gateway(header, value, WANTED);
  }

  private static Answer gateway(String header, String value, String body) {
    URI holds = demo.fans().resolve("/events/derby/holds");
    return CALLS.send("POST", holds, body, header, value);
  }

  private static Answer shop(String header, String value) {
    return shop(header, value, WANTED);
  }

  private static Answer shop(String header, String value, String body) {
    URI holds = demo.shop().resolve("/events/derby/holds");
    return CALLS.send("POST", holds, body, header, value);
  }

  private static String cookie(String token) {
    return "theme=dark; hg_admission_derby=" + token;
  }

  private static Guest queued(String event) {
    return Guest.queued(CALLS, demo.fans(), event);
  }

  private static void createEvent(String event) {
    JsonObject settings =
        new JsonObject()
            .put("title", "Cup")
            .put("start", Instant.now().plusSeconds(2).toString())
            .put(
                "dials",
                new JsonObject().put("newUsersPerMinute", 600).put("totalActiveUsers", 100));
    Answer created = operator("PUT", "/api/events/" + event, settings);
    assertEquals(201, created.status(), created.body());
  }

  private static Answer operator(String method, String path, JsonObject body) {
    return CALLS.send(
        method,
        demo.operators().resolve(path),
        body.encode(),
        "Authorization",
        "Bearer " + demo.operatorToken());
  }

  /** A token that was good, and is past its expiry and the leeway. */
  private static String expired() {
    dial("PT1S");
    Guest brief = queued("derby");
    dial("PT10M");
    long expires = claims(brief.token()).getLong("exp");
    assertTrue(expires - claims(brief.token()).getLong("iat") == 1, "a session of a second");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Instant.now().getEpochSecond() > expires + 10);
    return brief.token();
  }

  private static void dial(String sessionDuration) {
    JsonObject dials = new JsonObject().put("sessionDuration", sessionDuration);
    Answer dialled = operator("PATCH", "/api/events/derby/dials", dials);
    assertEquals(200, dialled.status(), dialled.body());
  }

  private static JsonObject claims(String token) {
    return new JsonObject(decoded(token.split("\\.", -1)[1]));
  }

  private static Map<String, String> invalidTokens(String token) {
    String[] parts = token.split("\\.", -1);
    Map<String, String> tokens = new LinkedHashMap<>();
    tokens.put("garbage", "abc");
    tokens.put("garbage in three parts", "a.b.c");
    tokens.put("not base64", "%%%.%%%.%%%");
    tokens.put("two parts", parts[0] + "." + parts[1]);
    tokens.put("four parts", token + "." + parts[2]);
    tokens.put("no signature", parts[0] + "." + parts[1] + ".");
    for (int part = 0; part < parts.length; part++) {
      for (int at : new int[] {0, parts[part].length() / 2, parts[part].length() - 2}) {
        tokens.put("part " + part + " changed at " + at, changed(parts, part, at));
      }
    }
    String longer = decoded(parts[1]).replaceFirst("\"exp\":\\d+", "\"exp\":4000000000");
    tokens.put("lengthened", parts[0] + "." + encoded(longer) + "." + parts[2]);
    String header = decoded(parts[0]);
    for (String none : List.of("none", "None", "NONE", "nOnE")) {
      String unsigned = encoded(header.replace("RS256", none)) + "." + parts[1] + ".";
      tokens.put("alg:" + none, unsigned);
      tokens.put("alg:" + none + " with the signature", unsigned + parts[2]);
    }
    publicKeys()
        .forEach(
            (form, key) -> {
              String input = encoded(header.replace("RS256", "HS256")) + "." + parts[1];
              tokens.put("HS256 by the public key as " + form, input + "." + hmac(key, input));
              String asRs256 = parts[0] + "." + parts[1];
              tokens.put("RS256 said, HS256 meant: " + form, asRs256 + "." + hmac(key, asRs256));
            });
    return tokens;
  }

  private static String changed(String[] parts, int part, int at) {
    char other = parts[part].charAt(at) == 'A' ? 'B' : 'A';
    String[] changed = parts.clone();
    changed[part] = parts[part].substring(0, at) + other + parts[part].substring(at + 1);
    return String.join(".", changed);
  }

  /** The published key in each form in which a careless program might use it as a secret. */
  private static Map<String, byte[]> publicKeys() {
    URI jwks = demo.fans().resolve("/.well-known/jwks.json");
    JsonArray keys = CALLS.get(jwks).json().getJsonArray("keys");
    JsonObject jwk = keys.getJsonObject(0);
    byte[] der = der(jwk);
    String lines = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der);
    String pem = "-----BEGIN PUBLIC KEY-----\n" + lines + "\n-----END PUBLIC KEY-----\n";
    return Map.of(
        "DER", der, "PEM", pem.getBytes(US_ASCII), "JWK", jwk.encode().getBytes(US_ASCII));
  }

  private static byte[] der(JsonObject jwk) {
    Base64.Decoder decoder = Base64.getUrlDecoder();
    BigInteger modulus = new BigInteger(1, decoder.decode(jwk.getString("n")));
    BigInteger exponent = new BigInteger(1, decoder.decode(jwk.getString("e")));
    try {
      return KeyFactory.getInstance("RSA")
          .generatePublic(new RSAPublicKeySpec(modulus, exponent))
          .getEncoded();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String hmac(byte[] key, String input) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return ENCODER.encodeToString(mac.doFinal(input.getBytes(US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String decoded(String part) {
    return new String(Base64.getUrlDecoder().decode(part), UTF_8);
  }

  private static String encoded(String part) {
    return ENCODER.encodeToString(part.getBytes(UTF_8));
  }

  /** How often each statement has run. */
  private static Map<String, Long> statements() {
    Map<String, Long> calls = new TreeMap<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(STATEMENTS)) {
      while (rows.next()) {
        String name = rows.getString("query") + " " + rows.getLong("queryid");
        long unused = calls.merge(name, rows.getLong("calls"), Long::sum);
      }
      return calls;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static long calls(Map<String, Long> statements, String start) {
    return statements.entrySet().stream()
        .filter(each -> each.getKey().startsWith(start))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Rows that only a hold makes. */
  private static long rows() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT (SELECT count(*) FROM customer) + (SELECT count(*) FROM hold)"
                    + " + (SELECT count(*) FROM audit)")) {
      return rows.next() ? rows.getLong(1) : 0;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** As the superuser, who may read everybody's statistics. */
  private static Connection connect() throws SQLException {
    URI shop = postgres.uri("shop");
    String[] account = shop.getUserInfo().split(":", 2);
    String address = "jdbc:postgresql://127.0.0.1:" + shop.getPort() + shop.getPath();
    return DriverManager.getConnection(address, account[0], account[1]);
  }
}
