package dev.headgate.quickstart;

import dev.headgate.embedded.EmbeddedException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

/** Starts the demo. Exit codes: 0, 1 failed, 2 usage; 130 after Ctrl-C. */
@Command(
    name = "headgate",
    description = "A virtual waiting room in front of ticket sales.",
    synopsisSubcommandLabel = "COMMAND")
public final class Main {
  private Main() {}

  /** Runs one command; without one it prints the usage and fails with 2. */
  public static void main(String[] arguments) {
    // Named, because each program brings a configuration of its own for when it runs alone.
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "dev/headgate/quickstart/logback.xml");
    }
    System.exit(commandLine(InProcessPrograms::new, InstantSource.system()).execute(arguments));
  }

  static CommandLine commandLine(Supplier<Programs> programs, InstantSource clock) {
    CommandLine demo = new CommandLine(new DemoCommand(programs, clock));
    CommandLine main = new CommandLine(new Main()).addSubcommand(demo);
    for (CommandLine each : List.of(main, demo)) {
      each.getCommandSpec()
          .addOption(
              OptionSpec.builder("-h", "--help")
                  .usageHelp(true)
                  .description("Prints this.")
                  .build());
    }
    return main.setExecutionExceptionHandler(Main::explain);
  }

  /** What a person can mend is one line; anything else is a fault of ours, with its trace. */
  private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (failure instanceof DemoException || failure instanceof EmbeddedException) {
      command.getErr().println("headgate: " + failure.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw failure;
  }
}
