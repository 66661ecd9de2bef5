package dev.headgate.gateway.remote;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The reason for a change. */
final class Why {
  @Option(
      names = "--why",
      paramLabel = "TEXT",
      description = "Stands in the audit trail beside the change.")
  private @Nullable String why;

  Call of(Call change) {
    return change.with("why", why);
  }
}
