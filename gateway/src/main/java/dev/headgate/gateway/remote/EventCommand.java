package dev.headgate.gateway.remote;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * What operators do with events, at any gateway's operators' port. Exit codes: 0 done, 1 refused or
 * failed, 2 usage, 3 the settings changed meanwhile, 4 no gateway answers, 5 not now.
 */
@Command(
    name = "event",
    mixinStandardHelpOptions = true,
    description = "Watches and operates events, at a gateway near or far.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%n",
    footer = {
      "The operator's token is taken from HEADGATE_OPERATOR_TOKEN, or from --token-file;",
      "it is never an argument, which everybody on the machine could read."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:done",
      "1:refused or failed",
      "2:wrong usage, or nobody there to confirm",
      "3:somebody changed the settings meanwhile",
      "4:no gateway answers, or none that can be trusted",
      "5:not now (429, 503): ask again after a while"
    },
    subcommands = {
      ListTask.class,
      ShowTask.class,
      WatchTask.class,
      CreateTask.class,
      EditTask.class,
      DialsTask.class,
      ForecastTask.class,
      PauseTask.class,
      ResumeTask.class,
      MessageTask.class,
      DrawTask.class,
      CloseTask.class,
      ResetTask.class,
      SessionsTask.class,
      FanTask.class,
      AuditTask.class,
      CompletionTask.class
    })
final class EventCommand implements Runnable {
  @Option(
      names = "--url",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = {
        "The operators' address of a gateway; else HEADGATE_OPERATOR_URL,",
        "else http://127.0.0.1:8090."
      })
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "A file with the operator's token, which only you can read.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Certificates (PEM) to trust instead of the usual ones.")
  private @Nullable Path ca;

  @Option(names = "--json", scope = ScopeType.INHERIT, description = "Prints the API's own JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  EventCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command; see --help");
  }

  /** The command that one of its own is below. */
  static EventCommand of(CommandSpec below) {
    CommandSpec at = below;
    while (!(at.userObject() instanceof EventCommand)) {
      at = at.parent();
    }
    return (EventCommand) at.userObject();
  }

  Terminal terminal() {
    return terminal;
  }

  Desk desk(CommandLine line) throws FailedException {
    Api api = new Access(terminal, line.getErr()).open(url, tokenFile, ca);
    return new Desk(api, line.getOut(), line.getErr(), terminal, json);
  }

  /** What failed, in lines for people; where the usage was wrong, with a hint at it. */
  static int explain(Exception failure, CommandLine line) throws Exception {
    line.getOut().flush();
    if (failure instanceof FailedException failed) {
      failed.lines().forEach(each -> line.getErr().println(shown(each)));
      line.getErr().flush();
      return failed.exitCode();
    }
    throw failure;
  }

  private static String shown(String each) {
    return each.startsWith(" ") ? each : "headgate: " + each;
  }
}
