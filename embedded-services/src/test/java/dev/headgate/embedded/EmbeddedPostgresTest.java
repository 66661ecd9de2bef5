package dev.headgate.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {
  @Test
  void isDurableCountsStatementsAndLeavesNothingWhenClosed() throws SQLException {
    EmbeddedPostgres postgres = EmbeddedPostgres.start();
    long pid = postgres.pid();
    URI uri = postgres.uri();
    assertEquals("on", ask(uri, "SHOW fsync"));
    assertEquals("on", ask(uri, "SHOW synchronous_commit"));
    assertEquals("100", ask(uri, "SHOW max_connections"));
    assertEquals("127.0.0.1", ask(uri, "SHOW listen_addresses"));
    URI shop = postgres.createDatabase("shop");
    assertEquals("5", ask(shop, "SELECT 2 + 3"));
    assertEquals(
        "1", ask(shop, "SELECT sum(calls) FROM pg_stat_statements WHERE query LIKE '%$1 + $2%'"));
    Path folder = Path.of(ask(uri, "SHOW data_directory"));
    postgres.close();
    Processes.awaitGone(pid);
    assertTrue(Files.notExists(folder), folder.toString());
  }

  @Test
  void letsNobodyInWithoutThePassword() {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      URI wrong = URI.create(postgres.uri().toString().replaceFirst(":[0-9a-f]+@", ":wrong@"));
      SQLException refused = assertThrows(SQLException.class, () -> ask(wrong, "SELECT 1"));
      assertEquals("28P01", refused.getSQLState());
    }
  }

  @Test
  void givesEachDatabaseARoleThatMayDoNothingElse() throws SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
        EmbeddedPostgres other = EmbeddedPostgres.start()) {
      assertNotEquals(postgres.port(), other.port());
      URI shop = postgres.createDatabase("shop");
      assertEquals("shop", ask(shop, "SELECT current_user"));
      assertEquals("0", ask(shop, "CREATE TABLE t (id int); SELECT count(*) FROM t"));
      SQLException refused = assertThrows(SQLException.class, () -> ask(shop, "CREATE ROLE x"));
      assertEquals("42501", refused.getSQLState());
      assertThrows(IllegalArgumentException.class, () -> postgres.createDatabase("a; DROP"));
    }
  }

  @Test
  void keepsWhatWasCommittedAcrossAKill() throws SQLException {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      URI shop = postgres.createDatabase("shop");
      assertEquals("1", ask(shop, "CREATE TABLE t (id int); INSERT INTO t VALUES (7); SELECT 1"));
      int port = postgres.port();
      postgres.kill();
      postgres.restart();
      assertEquals(port, postgres.port());
      assertEquals("7", ask(shop, "SELECT id FROM t"));
    }
  }

  @Test
  void keepsItsDirectoryForTheNextStart(@TempDir Path folder) throws Exception {
    Processes.openToTheServices(folder);
    Options options = Options.kept(folder.resolve("postgres"));
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(options)) {
      URI shop = postgres.createDatabase("shop");
      assertEquals("1", ask(shop, "CREATE TABLE t (id int); INSERT INTO t VALUES (7); SELECT 1"));
    }
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(options)) {
      assertEquals("7", ask(postgres.createDatabase("shop"), "SELECT id FROM t"));
    }
  }

  @Test
  void saysSoWhenTheWantedPortIsTaken() throws IOException {
    try (EmbeddedRedis taken = EmbeddedRedis.start()) {
      Options options = Options.temporary().withPort(taken.port());
      EmbeddedException refused =
          assertThrows(EmbeddedException.class, () -> EmbeddedPostgres.start(options));
      assertEquals("port " + options.port() + " on 127.0.0.1 is taken", refused.getMessage());
    }
  }

  /** The first column of the last result. */
  private static String ask(URI uri, String sql) throws SQLException {
    String[] login = uri.getUserInfo().split(":", 2);
    String address = "jdbc:postgresql://127.0.0.1:" + uri.getPort() + uri.getPath();
    try (Connection connection = DriverManager.getConnection(address, login[0], login[1]);
        Statement statement = connection.createStatement()) {
      boolean result = statement.execute(sql);
      while (!result) {
        result = statement.getMoreResults();
        if (!result && statement.getUpdateCount() < 0) {
          return "";
        }
      }
      try (ResultSet rows = statement.getResultSet()) {
        assertTrue(rows.next(), sql);
        return rows.getString(1);
      }
    }
  }
}
