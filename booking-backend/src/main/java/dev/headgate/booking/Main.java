package dev.headgate.booking;

import dev.headgate.booking.config.ShopConfig;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code booking}, which runs the shop unless it is told to look at its rows. Exit
 * codes: 0, 1 failed, 2 usage or configuration.
 */
@Command(
    name = "booking",
    mixinStandardHelpOptions = true,
    description = "Runs the booking backend until it is told to stop.",
    subcommands = {CheckCommand.class, AuditCommand.class})
public final class Main implements Callable<Integer> {
  private static final long STOP_SECONDS = 8;

  private static final String LOGGING = "logback.configurationFile";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      defaultValue = "config/booking.yaml",
      description = "Its settings (default: ${DEFAULT-VALUE}).")
  private Path config = Path.of("config/booking.yaml");

  private Main() {}

  /** Runs the command and ends the process. */
  public static void main(String[] arguments) {
    if (System.getProperty(LOGGING) == null) {
      System.setProperty(LOGGING, "dev/headgate/booking/logback.xml");
    }
    System.exit(command().execute(arguments));
  }

  static CommandLine command() {
    return new CommandLine(new Main());
  }

  @Override
  public Integer call() throws Exception {
    String logFormat = System.getenv().getOrDefault("HEADGATE_LOG_FORMAT", "text");
    if (!logFormat.equals("text") && !logFormat.equals("json")) {
      // Logback itself would be silent from here on.
      System.err.println("HEADGATE_LOG_FORMAT: (expected: text or json)");
      return CommandLine.ExitCode.USAGE;
    }
    ShopConfig settings;
    try {
      settings = ShopConfig.load(config);
    } catch (IllegalArgumentException | UncheckedIOException wrong) {
      System.err.println(wrong.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
    Shop shop;
    try {
      shop = Shop.start(settings).toCompletionStage().toCompletableFuture().get();
    } catch (ExecutionException failed) {
      System.err.println("booking: " + failed.getCause());
      return CommandLine.ExitCode.SOFTWARE;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(shop), "stop"));
    System.out.println("booking backend: http://" + settings.listen().host() + ":" + shop.port());
    System.out.println(
        "internal: http://" + settings.listen().internalHost() + ":" + shop.internalPort());
    new CountDownLatch(1).await();
    return CommandLine.ExitCode.OK;
  }

  private static void stop(Shop shop) {
    try {
      shop.stop().toCompletionStage().toCompletableFuture().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (Exception late) {
      System.err.println("booking: stopped hard: " + late);
    }
  }
}
