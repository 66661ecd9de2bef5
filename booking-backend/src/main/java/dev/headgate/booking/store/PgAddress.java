package dev.headgate.booking.store;

import io.vertx.pgclient.PgConnectOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The same address for both drivers: the Vert.x client's form, spelled out for JDBC. A secret. */
public record PgAddress(String jdbcUrl, String user, String password) {

  /** The address as the settings have it. */
  public static PgAddress of(String uri) {
    PgConnectOptions options = PgConnectOptions.fromUri(uri);
    String database = URLEncoder.encode(options.getDatabase(), StandardCharsets.UTF_8);
    String url =
        "jdbc:postgresql://"
            + options.getHost()
            + ":"
            + options.getPort()
            + "/"
            + database
            + "?ApplicationName=headgate-booking";
    String password = options.getPassword() == null ? "" : options.getPassword();
    return new PgAddress(url, options.getUser(), password);
  }

  /** A connection that blocks: for start, commands and tests. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl, user, password);
  }

  @Override
  public String toString() {
    return jdbcUrl;
  }
}
