package dev.headgate.gateway.remote;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** One command. Whatever fails is said by {@link EventCommand}, which also knows the exit code. */
@Command(mixinStandardHelpOptions = true)
abstract class Task implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  abstract void run(Desk desk) throws FailedException;

  @Override
  public final Integer call() throws FailedException {
    Desk desk = EventCommand.of(spec).desk(spec.commandLine());
    run(desk);
    if (desk.isUnheard()) {
      throw new FailedException(
          FailedException.FAILED, "what was asked for is done, and could not all be printed");
    }
    return 0;
  }

  /** What is said when a change has been made. */
  static void changed(Desk desk, Answer answer) throws FailedException {
    desk.show(answer.eventOrFail(), event -> desk.out().println(EventText.line(event)));
  }

  /** Nothing for an option that was not given. */
  static @Nullable String given(String text) {
    return text.isEmpty() ? null : text;
  }
}
