package dev.headgate.gateway.remote;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "forecast",
    description = "Says when those who wait will be in, with the dials as they are or as asked.")
final class ForecastTask extends Task {
  @Mixin private EventArgument event = new EventArgument();
  @Mixin private DialOptions dials = new DialOptions();

  @Override
  void run(Desk desk) throws FailedException {
    Answer told = Forecast.of(desk, event.name(), dials.given());
    desk.show(told, json -> Forecast.print(json, desk.out()));
  }
}
