package dev.headgate.gateway.remote;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "sessions",
    mixinStandardHelpOptions = true,
    description = "Lists who is inside, or ends single sessions.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {SessionsTask.Listing.class, SessionsTask.Revoking.class})
final class SessionsTask implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command: list or revoke");
  }

  @Command(name = "list", description = "Lists the sessions.")
  static final class Listing extends Task {
    @Mixin private EventArgument event = new EventArgument();

    @Option(
        names = "--position",
        paramLabel = "P",
        description = {
          "Only that of this position, in a lane members-17; counted from 0: one less than the",
          "fan's page shows."
        })
    private @Nullable String position;

    @Override
    void run(Desk desk) throws FailedException {
      Call read = Desk.call("GET", event.name(), "sessions").with("position", position);
      Answer all = desk.api().all(read.with("limit", "1000"), "sessions");
      desk.show(all, sessions -> print(desk, sessions.at("sessions").list()));
    }

    private static void print(Desk desk, List<Node> sessions) {
      Table table = new Table("SESSION", "POSITION", "ARRIVAL", "LANE", "SINCE", "EXPIRES");
      for (Node each : sessions) {
        table.row(
            each.at("sessionId").shown(),
            each.at("position").shown(),
            each.at("arrival").shown(),
            each.at("lane").shown(),
            each.at("since").shown(),
            each.at("expiresAt").shown());
      }
      table.print(desk.out());
    }
  }

  @Command(
      name = "revoke",
      description = "Ends sessions: refused at every gateway within a second.")
  static final class Revoking extends Task {
    @Mixin private EventArgument event = new EventArgument();
    @Mixin private Why why = new Why();

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "SESSION",
        description = "A session's id: the token's jti, the shop's Headgate-Session.")
    private List<String> sessions = new ArrayList<>();

    @Override
    void run(Desk desk) throws FailedException {
      for (String session : sessions) {
        Call revoke = Desk.call("DELETE", event.name(), "sessions", session);
        desk.show(
            desk.api().ask(why.of(revoke)).emptyOrFail(),
            none -> desk.out().println("revoked " + Node.printable(session)));
      }
    }
  }
}
