package dev.headgate.gateway.remote;

import picocli.CommandLine.Parameters;

/** Which event a command is about. */
final class EventArgument {
  @Parameters(index = "0", paramLabel = "EVENT", description = "The event's name in addresses.")
  private String event = "";

  String name() {
    return event;
  }
}
