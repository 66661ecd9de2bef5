package dev.headgate.booking.check;

import dev.headgate.booking.store.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of the rows at every moment, whatever crashed, raced or timed out. Reads only,
 * in one transaction with one view of everything; blocks.
 */
public final class Invariants {
  private static final List<String> RULES =
      List.of(
          "seat-owners",
          "owner-seats",
          "seat-holds",
          "hold-orders",
          "sold-tickets",
          "order-tickets",
          "order-amounts",
          "order-payments",
          "money-kept",
          "refunds",
          "messages",
          "counts",
          "overdue",
          "audit-holds",
          "audit-orders");

  private static final String VIEW = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

  private Invariants() {}

  /**
   * What is looked at.
   *
   * @param event this one alone; null is every one
   * @param overdueAfter a hold that no sweep ended so long after its deadline is a violation
   */
  public record Scope(@Nullable String event, Duration overdueAfter) {
    /** Every event; a minute for sweeps. */
    public static Scope everything() {
      return new Scope(null, Duration.ofMinutes(1));
    }
  }

  /** The names of the rules, in the order in which they are looked at. */
  public static List<String> rules() {
    return RULES;
  }

  /** Everything that is broken, empty where all is well. */
  public static List<Violation> check(Connection connection) throws SQLException {
    return check(connection, Scope.everything());
  }

  /** The same within a scope. Ends the connection's transaction, and leaves it as it was. */
  public static List<Violation> check(Connection connection, Scope scope) throws SQLException {
    boolean autoCommit = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try {
      begin(connection, scope);
      List<Violation> violations = new ArrayList<>();
      for (String rule : RULES) {
        violations.addAll(broken(connection, rule, scope));
      }
      return violations;
    } finally {
      connection.rollback();
      connection.setAutoCommit(autoCommit);
    }
  }

  private static void begin(Connection connection, Scope scope) throws SQLException {
    // What the caller did so far would be part of the transaction, and its level is past changing.
    connection.rollback();
    try (Statement statement = connection.createStatement()) {
      boolean unused = statement.execute(VIEW);
    }
    try (PreparedStatement setting =
        connection.prepareStatement("SELECT set_config('headgate.overdue_seconds', ?, true)")) {
      setting.setString(1, String.valueOf(scope.overdueAfter().toSeconds()));
      boolean unused = setting.execute();
    }
  }

  private static List<Violation> broken(Connection connection, String rule, Scope scope)
      throws SQLException {
    String only = scope.event() == null ? "" : " WHERE v.event_id = ?";
    String sql =
        "SELECT * FROM (" + Sql.beside(Invariants.class, rule) + ") v" + only + " ORDER BY 1, 2, 3";
    List<Violation> violations = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      if (scope.event() != null) {
        query.setString(1, scope.event());
      }
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          violations.add(
              new Violation(rule, rows.getString(1), rows.getString(2), rows.getString(3)));
        }
      }
    }
    return violations;
  }
}
