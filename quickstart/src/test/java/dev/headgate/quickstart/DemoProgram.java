package dev.headgate.quickstart;

import java.time.InstantSource;

/** The demo as a program of its own, with the fake programs, for tests that send it signals. */
final class DemoProgram {
  private DemoProgram() {}

  public static void main(String[] arguments) {
    FakePrograms programs = new FakePrograms(201);
    System.exit(Main.commandLine(() -> programs, InstantSource.system()).execute(arguments));
  }
}
