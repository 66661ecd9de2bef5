package dev.headgate.gateway;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.InvalidConfigException;
import dev.headgate.gateway.remote.EventCommands;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one gateway from a configuration file. */
@Command(
    name = "gateway",
    description = "Runs one gateway until it is stopped.",
    mixinStandardHelpOptions = true,
    subcommands = {
      BypassCommand.class,
      KeysCommand.class,
      PreviewCommand.class,
      VerifyDrawCommand.class
    })
public final class Main implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final long START_SECONDS = 60;
  private static final long STOP_SECONDS = 8;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration; see config/gateway.yaml.",
      defaultValue = "config/gateway.yaml")
  private Path config = Path.of("config/gateway.yaml");

  @Spec private CommandSpec spec = CommandSpec.create();

  /** The program. */
  public static void main(String[] args) {
    System.exit(
        switch (args.length == 0 ? "" : args[0]) {
          case "keys" -> keys(args);
          case "event" -> EventCommands.ofThisProcess().execute(rest(args));
          default -> new CommandLine(new Main()).execute(args);
        });
  }

  // Like event called without a word before it, and the usage says so; what the gateway itself
  // needs is not loaded for either.
  private static int keys(String[] args) {
    return KeysCommand.line(InstantSource.system()).execute(rest(args));
  }

  private static String[] rest(String[] args) {
    return Arrays.copyOfRange(args, 1, args.length);
  }

  @Override
  public Integer call() throws InterruptedException {
    String logFormat = System.getenv().getOrDefault("HEADGATE_LOG_FORMAT", "text");
    if (!logFormat.equals("text") && !logFormat.equals("json")) {
      // Logback itself would be silent from here on.
      spec.commandLine().getErr().println("HEADGATE_LOG_FORMAT: (expected: text or json)");
      return CommandLine.ExitCode.USAGE;
    }
    Gateway gateway;
    try {
      gateway = await(config);
    } catch (InvalidConfigException invalid) {
      spec.commandLine().getErr().println(invalid.getMessage());
      return CommandLine.ExitCode.USAGE;
    } catch (ExecutionException | TimeoutException failed) {
      return failed(failed.getCause() == null ? failed : failed.getCause());
    }
    gateway.follow(config);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(gateway), "stop"));
    new CountDownLatch(1).await();
    return CommandLine.ExitCode.OK;
  }

  private int failed(Throwable cause) {
    boolean invalid = cause instanceof InvalidConfigException; // In a file that it names.
    spec.commandLine()
        .getErr()
        .println(invalid ? reason(cause) : "The gateway did not start: " + reason(cause));
    return invalid ? CommandLine.ExitCode.USAGE : FAILED;
  }

  private static String reason(Throwable cause) {
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  private static Gateway await(Path config)
      throws InterruptedException, ExecutionException, TimeoutException {
    return Gateway.start(GatewayConfig.load(config))
        .toCompletionStage()
        .toCompletableFuture()
        .get(START_SECONDS, TimeUnit.SECONDS);
  }

  private static void stop(Gateway gateway) {
    try {
      gateway.stop().toCompletionStage().toCompletableFuture().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException stuck) {
      // The process ends all the same, and its connections with it.
      return;
    }
  }
}
