package dev.headgate.gateway;

import dev.headgate.gateway.config.InvalidConfigException;
import dev.headgate.gateway.preview.Preview;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the queue page in every state, until it is stopped. */
@Command(
    name = "preview",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the queue page in every state and language, with no event behind it, to this machine",
      "alone. Pages come again by themselves when the configuration or its theme changes."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:stopped", "1:could not start", "2:wrong usage or configuration"})
final class PreviewCommand implements Callable<Integer> {
  private static final String ADDRESS = "http://127.0.0.1:%d/";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The gateway's configuration; see config/gateway.yaml.",
      defaultValue = "config/gateway.yaml")
  private Path config = Path.of("config/gateway.yaml");

  @Option(
      names = "--theme",
      paramLabel = "NAME",
      description = "The look, by its name in the configuration; the event's own when left out.")
  private @Nullable String theme;

  @Option(
      names = "--event",
      paramLabel = "ID",
      description = "The configured event whose title is shown; the first one when left out.")
  private @Nullable String event;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Where to listen; 0 takes a free port. Default: ${DEFAULT-VALUE}",
      defaultValue = "8070")
  private int port = 8070;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "--port: " + port + " (expected: 0 to 65535)");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Vertx vertx = Vertx.vertx();
    try {
      Preview preview =
          Preview.start(
                  new Preview.Parts(
                      vertx, config, theme, event, port, InstantSource.system(), err::println))
              .toCompletionStage()
              .toCompletableFuture()
              .get();
      out.println("The queue page in every state: " + ADDRESS.formatted(preview.port()));
      out.println("Ctrl-C ends it.");
      out.flush();
      new CountDownLatch(1).await();
      return CommandLine.ExitCode.OK;
    } catch (ExecutionException failed) {
      return failure(failed.getCause(), err);
    } finally {
      vertx.close().onFailure(stuck -> {});
    }
  }

  private static int failure(@Nullable Throwable cause, PrintWriter err) {
    boolean mistake =
        cause instanceof InvalidConfigException || cause instanceof IllegalArgumentException;
    String about = String.valueOf(cause == null ? null : cause.getMessage());
    err.println(mistake ? about : "The preview did not start: " + about);
    return mistake ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
  }
}
