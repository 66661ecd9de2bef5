package dev.headgate.gateway.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "fan", description = "Tells what happened to one place: why is this fan here?")
final class FanTask extends Task {
  @Mixin private EventArgument event = new EventArgument();

  @Parameters(
      index = "1",
      paramLabel = "PLACE",
      description = {
        "The arrival number: 1234, in a lane members-1234; or position:87, or session:ID.",
        "Numbers are counted from 0: one less than the fan's page shows."
      })
  private String place = "";

  @Override
  void run(Desk desk) throws FailedException {
    Answer trail = desk.api().ask(Desk.call("GET", event.name(), "places", place));
    desk.show(trail, json -> print(desk, json));
  }

  private static void print(Desk desk, Node fan) {
    desk.out()
        .printf(
            "place %s: %s, lane %s, arrival %s, position %s%n",
            fan.at("place").shown(),
            fan.at("state").shown(),
            fan.at("lane").shown(),
            fan.at("arrival").shown(),
            fan.at("position").shown());
    Table table = new Table("AT", "WHAT", "DETAIL");
    fan.at("steps")
        .list()
        .forEach(
            step ->
                table.row(
                    step.at("at").shown(), step.at("what").shown(), step.at("detail").shown()));
    table.print(desk.out());
  }
}
