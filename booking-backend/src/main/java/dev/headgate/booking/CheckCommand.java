package dev.headgate.booking;

import dev.headgate.booking.check.Invariants;
import dev.headgate.booking.check.Violation;
import dev.headgate.booking.config.ShopConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code booking check}: 1 when something is broken. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Looks whether seats, holds, orders, money, tickets and audit agree. Changes nothing.")
final class CheckCommand implements Callable<Integer> {
  private static final int SWEEPS = 12;

  @Mixin private StoredRows rows = new StoredRows();

  @Option(
      names = "--event",
      paramLabel = "ID",
      description = "This event alone (default: every one).")
  private @Nullable String event;

  @Override
  public Integer call() {
    return rows.look(this::check);
  }

  private int check(ShopConfig settings, Connection connection) throws SQLException {
    // A sweep may be late or its process dead: a dozen of them say that none comes.
    Duration overdue = settings.holds().sweepEvery().multipliedBy(SWEEPS);
    List<Violation> violations = Invariants.check(connection, new Invariants.Scope(event, overdue));
    violations.forEach(rows.out()::println);
    rows.out()
        .println(
            violations.isEmpty()
                ? "all " + Invariants.rules().size() + " rules hold"
                : violations.size() + " violations");
    rows.out().flush();
    return violations.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
