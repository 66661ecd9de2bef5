package dev.headgate.gateway.remote;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints what bash needs to complete these commands:",
      "source <(./headgate event completion)"
    })
final class CompletionTask implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine events = new CommandLine(new EventCommand(EventCommand.of(spec).terminal()));
    CommandLine headgate =
        new CommandLine(CommandSpec.create().name("headgate").addSubcommand("event", events));
    spec.commandLine().getOut().print(AutoComplete.bash("headgate", headgate));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
