package dev.headgate.booking;

import dev.headgate.booking.config.ShopConfig;
import dev.headgate.booking.store.PgAddress;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the commands share that look at the shop's rows, with the rights of the shop itself. */
final class StoredRows {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      defaultValue = "config/booking.yaml",
      description = "The shop's settings (default: ${DEFAULT-VALUE}).")
  private Path config = Path.of("config/booking.yaml");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /** What a command does with them; its answer is the exit code. */
  interface Look {
    int at(ShopConfig settings, Connection connection) throws SQLException;
  }

  int look(Look look) {
    ShopConfig settings;
    try {
      settings = ShopConfig.load(config);
    } catch (IllegalArgumentException | UncheckedIOException wrong) {
      command.commandLine().getErr().println(wrong.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    try (Connection connection = PgAddress.of(settings.store().uri()).connect()) {
      return look.at(settings, connection);
    } catch (SQLException refused) {
      command.commandLine().getErr().println("booking: " + refused.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  PrintWriter out() {
    return command.commandLine().getOut();
  }
}
