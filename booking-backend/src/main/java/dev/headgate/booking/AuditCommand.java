package dev.headgate.booking;

import dev.headgate.booking.check.History;
import dev.headgate.booking.check.History.By;
import dev.headgate.booking.seat.Times;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code booking audit}: 1 when nothing is known. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = "Prints what happened to a hold, an order, a customer or a payment.")
final class AuditCommand implements Callable<Integer> {
  @Mixin private StoredRows rows = new StoredRows();

  @ArgGroup(multiplicity = "1")
  private Subject subject = new Subject();

  /** Whose history. */
  static final class Subject {
    @Option(names = "--hold", paramLabel = "ID", description = "A hold's.")
    private @Nullable String hold;

    @Option(names = "--order", paramLabel = "ID", description = "An order's, with its hold.")
    private @Nullable String order;

    @Option(names = "--customer", paramLabel = "ID", description = "Everything of a customer.")
    private @Nullable String customer;

    @Option(
        names = "--payment",
        paramLabel = "ID",
        description = "A payment's order, by our id or the processor's.")
    private @Nullable String payment;

    private List<History.Entry> history(Connection connection) throws SQLException {
      if (hold != null) {
        return History.of(connection, By.HOLD, hold);
      }
      if (order != null) {
        return History.of(connection, By.ORDER, order);
      }
      return customer != null
          ? History.of(connection, By.CUSTOMER, customer)
          : History.of(connection, By.PAYMENT, String.valueOf(payment));
    }
  }

  @Override
  public Integer call() {
    return rows.look((settings, connection) -> print(connection));
  }

  private int print(Connection connection) throws SQLException {
    List<History.Entry> entries = subject.history(connection);
    entries.forEach(entry -> rows.out().println(line(entry)));
    if (entries.isEmpty()) {
      rows.out().println("nothing is known of it");
    }
    rows.out().flush();
    return entries.isEmpty() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  private static String line(History.Entry entry) {
    StringBuilder line = new StringBuilder(Times.written(entry.at()));
    line.append(String.format(Locale.ROOT, "  %-18s", entry.what()))
        .append(entry.event())
        .append("  ")
        .append(entry.reason());
    append(line, "seats", entry.seats());
    append(line, "hold", entry.holdId());
    append(line, "order", entry.orderId());
    append(line, "customer", entry.customer());
    append(line, "by", entry.process());
    if (entry.delayMillis() != null) {
      boolean isHolds = entry.what().equals("expired");
      line.append("  ")
          .append(entry.delayMillis())
          .append(isHolds ? " ms after its deadline" : " ms after its order");
    }
    return line.toString();
  }

  private static void append(StringBuilder line, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      line.append("  ").append(name).append(' ').append(value);
    }
  }
}
