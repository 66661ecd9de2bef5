package dev.headgate.payment.simulator;

import io.vertx.core.Vertx;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code simulator}. Exit codes: 0, 1 failed, 2 usage. */
@Command(
    name = "simulator",
    mixinStandardHelpOptions = true,
    description = "Runs a payment processor that takes no money until it is told to stop.")
public final class Main implements Callable<Integer> {
  private static final String LOGGING = "logback.configurationFile";

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Where it listens (default: ${DEFAULT-VALUE}).")
  private String host = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8085",
      description = "0 takes a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--webhooks",
      paramLabel = "URL",
      description = "Where events are posted, http://127.0.0.1:8081/webhooks/payments for a shop.")
  private @Nullable URI webhooks;

  @Option(
      names = "--origin",
      paramLabel = "URL",
      description = "Where browsers reach it (default: where it listens).")
  private @Nullable URI origin;

  @Option(
      names = "--api-key",
      paramLabel = "KEY",
      defaultValue = "${env:SIMULATOR_API_KEY:-sk_test_simulator}",
      description = "What callers must bear (default: SIMULATOR_API_KEY, or sk_test_simulator).")
  private String apiKey = "";

  @Option(
      names = "--webhook-secret",
      paramLabel = "KEY",
      defaultValue = "${env:SIMULATOR_WEBHOOK_SECRET:-whsec_simulator}",
      description =
          "What webhooks are signed with (default: SIMULATOR_WEBHOOK_SECRET, or whsec_simulator).")
  private String webhookSecret = "";

  private Main() {}

  /** Runs the command and ends the process. */
  public static void main(String[] arguments) {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "dev/headgate/payment/simulator/logback.xml");
    }
    System.exit(new CommandLine(new Main()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    SimulatorSettings settings;
    try {
      settings = settings();
    } catch (IllegalArgumentException wrong) {
      System.err.println("simulator: " + wrong.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    Vertx vertx = Vertx.vertx();
    try {
      Simulator simulator =
          Simulator.start(vertx, settings).toCompletionStage().toCompletableFuture().get();
      System.out.println("payment simulator: " + simulator.apiBase());
    } catch (ExecutionException failed) {
      System.err.println("simulator: " + failed.getCause());
      return CommandLine.ExitCode.SOFTWARE;
    }
    new CountDownLatch(1).await();
    return CommandLine.ExitCode.OK;
  }

  private SimulatorSettings settings() {
    SimulatorSettings settings =
        SimulatorSettings.defaults()
            .at(host, port)
            .with(new SimulatorSettings.Secrets(apiKey, webhookSecret));
    settings = origin == null ? settings : settings.seenAt(origin);
    return webhooks == null ? settings : settings.withWebhooksTo(webhooks);
  }
}
