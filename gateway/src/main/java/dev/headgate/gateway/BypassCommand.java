package dev.headgate.gateway;

import dev.headgate.gateway.bypass.Passes;
import dev.headgate.gateway.config.Bypass;
import dev.headgate.gateway.config.EventIds;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.InvalidConfigException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints a pass by which staff go past the queue. Exit codes: 0 printed, 1 not, 2 usage. */
@Command(
    name = "bypass",
    mixinStandardHelpOptions = true,
    description = "Prints a signed pass, by which whoever has it goes past the queue.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:printed", "1:the key file cannot be used", "2:wrong usage"})
final class BypassCommand implements Callable<Integer> {
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(30);

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The gateway's configuration, which names the bypass and its key.",
      defaultValue = "config/gateway.yaml")
  private Path config = Path.of("config/gateway.yaml");

  @Option(
      names = "--name",
      required = true,
      paramLabel = "NAME",
      description = "Whose pass it is: a name under bypasses.")
  private String name = "";

  @Option(
      names = "--for",
      required = true,
      paramLabel = "DURATION",
      description = "How long it is good: PT1M to P30D, such as PT8H.")
  private Duration lasts = Duration.ZERO;

  @Option(
      names = "--event",
      paramLabel = "ID",
      description = "The event it is for; all of them when left out.")
  private @Nullable String event;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (lasts.compareTo(SHORTEST) < 0 || lasts.compareTo(LONGEST) > 0) {
      throw wrong("--for: " + lasts + " (expected: PT1M to P30D)");
    }
    if (event != null && !EventIds.isOne(event)) {
      throw wrong("--event: not an event id (expected: one like derby-2026)");
    }
    try {
      print(GatewayConfig.load(config));
      return CommandLine.ExitCode.OK;
    } catch (InvalidConfigException invalid) {
      throw wrong(String.valueOf(invalid.getMessage()));
    } catch (IllegalStateException unusable) {
      spec.commandLine().getErr().println(unusable.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private void print(GatewayConfig loaded) {
    Passes passes =
        loaded.bypasses().stream()
            .filter(bypass -> bypass.name().equals(name))
            .findAny()
            .map(bypass -> open(List.of(bypass), loaded.createMissingKeys()))
            .orElseThrow(() -> wrong("--name: no such bypass (expected: one in " + config + ")"));
    Instant expires = Instant.now().plus(lasts).truncatedTo(ChronoUnit.SECONDS);
    spec.commandLine().getOut().println(passes.mint(name, event, expires.getEpochSecond()));
    String where = event == null ? "every event" : event;
    spec.commandLine()
        .getErr()
        .printf(
            "Good for %s until %s, in the header %s or the cookie %s. Keep it secret.%n",
            where, expires, Passes.HEADER, Passes.COOKIE);
  }

  private static Passes open(List<Bypass> bypasses, boolean create) {
    return Passes.open(bypasses, create, new SimpleMeterRegistry());
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
