package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.headgate.booking.config.EventSettings;
import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Where codes, addresses and sessions are not. */
class SignInSecretsTest {
  private static final String EMAIL = "very.private@example.com";

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private TestShop shop;
  private People people;

  @BeforeEach
  void open() {
    shop =
        TestShop.with(
            EventSettings.generated("derby", "Derby", 200),
            config ->
                config.withSession(
                    new ShopConfig.Session(
                        config.session().keyFile(), config.session().lifetime(), true)));
    people = new People(shop);
    lines.start();
    Logger all = (Logger) LoggerFactory.getLogger("dev.headgate.booking");
    all.setLevel(Level.TRACE);
    all.addAppender(lines);
  }

  @AfterEach
  void close() {
    Logger all = (Logger) LoggerFactory.getLogger("dev.headgate.booking");
    all.detachAppender(lines);
    all.setLevel(null);
    shop.close();
  }

  private List<String> logged() {
    List<ILoggingEvent> events = List.copyOf(lines.list);
    List<String> texts = new ArrayList<>();
    for (ILoggingEvent event : events) {
      String trace =
          event.getThrowableProxy() == null
              ? ""
              : ThrowableProxyUtil.asString(event.getThrowableProxy());
      texts.add(event.getFormattedMessage() + trace);
    }
    return texts;
  }

  private void assertNotLogged(String secret) {
    assertFalse(logged().stream().anyMatch(line -> line.contains(secret)), "a secret in the log");
  }

  @Test
  void noLineOfTheLogHasACodeAnAddressOrASession() {
    String id = people.begin(EMAIL, null);
    String code = people.code(id);
    HttpResponse<String> answer = people.verify(id, code, null);
    String session = TestShop.json(answer).getString("session");
    assertEquals(400, people.post("/sessions", People.to(EMAIL + "\n"), session).statusCode());
    assertEquals(400, people.verify(id, code + "7", session).statusCode());
    assertEquals(410, people.verify(id, code, session).statusCode());
    assertEquals(
        2, logged().stream().filter(line -> line.startsWith("a sign-in was refused")).count());
    for (String secret : List.of(EMAIL, "very.private", code, session)) {
      assertNotLogged(secret);
    }
    String metrics = shop.internal("/metrics").body();
    // Without the figures: among so many digits any code is found once in a while.
    assertFalse(
        metrics
            .lines()
            .map(line -> line.substring(0, line.lastIndexOf(' ') + 1))
            .anyMatch(names -> names.contains(code) || names.contains("private")));
  }

  @Test
  void whatCannotBePutIntoTheOutboxIsNotBegunEither() {
    shop.execute("ALTER TABLE outbox ADD CONSTRAINT no_codes CHECK (kind <> 'code')");
    HttpResponse<String> answer = people.post("/sessions", People.to(EMAIL), null);
    assertEquals(500, answer.statusCode());
    assertEquals("internal", TestShop.code(answer));
    assertEquals(0, shop.number("SELECT count(*) FROM sign_in"));
    assertEquals(0, shop.number("SELECT count(*) FROM outbox"));
    assertFalse(logged().isEmpty());
    assertNotLogged(EMAIL);
    shop.execute("ALTER TABLE outbox DROP CONSTRAINT no_codes");
    assertFalse(people.begin(EMAIL, null).isEmpty());
  }

  @Test
  void aProofThatCannotBeWrittenLeavesTheCodeUnused() {
    shop.execute("ALTER TABLE account ADD CONSTRAINT nobody CHECK (email IS NULL)");
    String id = people.begin(EMAIL, null);
    assertEquals(500, people.verify(id, people.code(id), null).statusCode());
    assertNotLogged(EMAIL);
    shop.execute("ALTER TABLE account DROP CONSTRAINT nobody");
    assertEquals(200, people.verify(id, people.code(id), null).statusCode());
  }

  @Test
  void noRowHasACodeInClear() throws SQLException {
    List<String> codes = new ArrayList<>();
    for (String address : List.of(EMAIL, "other@example.com", "third@example.com")) {
      String id = people.begin(address, null);
      codes.add(people.code(id));
      JsonObject wrong = TestShop.json(people.verify(id, people.wrong(id), null));
      assertEquals(4, wrong.getInteger("triesLeft"));
      assertEquals(200, people.verify(id, people.code(id), null).statusCode());
    }
    // That the scan would see it.
    assertEquals(3, rowsWith(EMAIL));
    for (String code : codes) {
      assertEquals(0, rowsWith(code));
    }
  }

  /** Rows of any table with this text in any column. */
  private long rowsWith(String text) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Connection connection = shop.connect();
        Statement sql = connection.createStatement();
        ResultSet rows =
            sql.executeQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    long found = 0;
    for (String table : tables) {
      found +=
          shop.number(
              "SELECT count(*) FROM \""
                  + table
                  + "\" t, LATERAL (SELECT string_agg(value, ' ') AS line FROM jsonb_each_text("
                  + "to_jsonb(t)) WHERE value !~ '^\\d{4}-\\d\\d-\\d\\d') l"
                  + " WHERE position('"
                  + text
                  + "' IN line) > 0");
    }
    return found;
  }

  @Test
  void overTlsTheCookiesAreForTlsOnly() {
    HttpResponse<String> in = people.prove(EMAIL, null);
    assertTrue(in.headers().firstValue("Set-Cookie").orElse("").endsWith("; Secure"));
    HttpResponse<String> out =
        shop.send(people.request("/sessions/me", People.cookie(in)).DELETE().build());
    assertTrue(out.headers().firstValue("Set-Cookie").orElse("").endsWith("; Secure"));
    HttpResponse<String> held = shop.hold("derby", shop.token("derby", "fan"), "A-1");
    assertTrue(held.headers().firstValue("Set-Cookie").orElse("").endsWith("; Secure"));
  }
}
