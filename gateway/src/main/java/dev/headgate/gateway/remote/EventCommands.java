package dev.headgate.gateway.remote;

import java.io.BufferedReader;
import java.util.Map;
import picocli.CommandLine;

/** The operators' command line. */
public final class EventCommands {
  private EventCommands() {}

  /** That of this process: its environment, and who sits at its terminal. */
  public static CommandLine ofThisProcess() {
    return line(Terminal.ours());
  }

  /**
   * One of another environment.
   *
   * @param environment its variables, which may hold the address and the token
   * @param interactive whether somebody can be asked
   * @param in what they type
   */
  public static CommandLine of(
      Map<String, String> environment, boolean interactive, BufferedReader in) {
    return line(new Terminal(environment, interactive, in));
  }

  private static CommandLine line(Terminal terminal) {
    return new CommandLine(new EventCommand(terminal))
        .setCommandName("headgate event")
        .setCaseInsensitiveEnumValuesAllowed(true)
        // A message may begin with @, and is never the name of a file.
        .setExpandAtFiles(false)
        .setExecutionExceptionHandler(
            (failure, line, parsed) -> EventCommand.explain(failure, line));
  }
}
