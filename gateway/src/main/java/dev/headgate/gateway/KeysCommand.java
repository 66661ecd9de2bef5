package dev.headgate.gateway;

import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.InvalidConfigException;
import dev.headgate.gateway.token.KeyRotation;
import dev.headgate.gateway.token.KeyRotation.Listed;
import dev.headgate.gateway.token.TokenAlgorithm;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Makes, rotates, lists and retires admission keys, while gateways use them. It prints ids and
 * never a key. Exit codes: 0 done, 1 refused or failed with nothing changed, 2 usage.
 */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Makes, rotates, lists and retires the keys that sign admission tokens.",
      "Gateways follow within seconds, without a restart."
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:done", "1:refused or failed; nothing has changed", "2:wrong usage"})
final class KeysCommand implements Runnable {
  private static final int FAILED = 1;
  private static final String LINE = "%-43s  %-5s  %-8s  %-20s  %s%n";

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "The folder of the keys; that of the configuration when left out.")
  private @Nullable Path folder;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "The gateway's configuration (${DEFAULT-VALUE}).",
      defaultValue = "config/gateway.yaml")
  private Path config = Path.of("config/gateway.yaml");

  @Spec private CommandSpec spec = CommandSpec.create();

  private final InstantSource clock;

  KeysCommand() {
    this(InstantSource.system());
  }

  KeysCommand(InstantSource clock) {
    this.clock = clock;
  }

  /** A command line of its own, as {@code ./headgate keys} is. */
  static CommandLine line(InstantSource clock) {
    return new CommandLine(new KeysCommand(clock)).setCommandName("headgate keys");
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "Missing command: new, rotate, list or retire");
  }

  @Command(
      name = "new",
      mixinStandardHelpOptions = true,
      description = "Makes a next key: published and verifying from now on, signing once rotated.")
  int make(
      @Option(
              names = "--alg",
              paramLabel = "ALG",
              description = "What it signs with: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).",
              defaultValue = "RS256")
          TokenAlgorithm algorithm,
      @Option(
              names = "--from",
              paramLabel = "FILE",
              description = {
                "Takes the key from a private JWK or an unencrypted PKCS #8 PEM, instead of making",
                "one; its kind says what it signs with."
              })
          @Nullable Path file) {
    return change(
        keys -> {
          Listed next =
              file == null
                  ? keys.make(algorithm, clock.instant())
                  : keys.take(file, clock.instant());
          out().printf("next key %s (%s)%n", next.kid(), next.algorithm());
          out().printf("It may sign from %s on: keys rotate%n", next.free());
        });
  }

  @Command(
      name = "rotate",
      mixinStandardHelpOptions = true,
      description = "Lets the next key sign; the current one goes on verifying.")
  int rotate(
      @Option(
              names = "--may-refuse-fans",
              description = {
                "Even if the next key is so new that shops may not know it yet, and refuse fans",
                "with tokens under it."
              })
          boolean mayRefuseFans) {
    return change(
        keys -> {
          Listed current = keys.rotate(clock.instant(), mayRefuseFans);
          out().printf("current key %s (%s)%n", current.kid(), current.algorithm());
        });
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the keys in use, what they do, and since when.")
  int list() {
    return change(
        keys -> {
          List<Listed> listed = keys.list();
          out().printf(LINE, "KEY", "ALG", "STATE", "SINCE", "");
          listed.forEach(this::print);
        });
  }

  @Command(
      name = "retire",
      mixinStandardHelpOptions = true,
      description = {
        "Drops the previous keys whose last tokens are over, and deletes their files."
      })
  int retire(
      @Parameters(
              arity = "0..1",
              paramLabel = "KEY",
              description = "The id of the one key to drop; a next key may be dropped at any time.")
          @Nullable String kid,
      @Option(
              names = "--may-refuse-fans",
              description = "Even if fans hold good tokens under KEY, who are then refused.")
          boolean mayRefuseFans) {
    if (mayRefuseFans && kid == null) {
      throw new CommandLine.ParameterException(
          spec.subcommands().get("retire"), "--may-refuse-fans: only for one KEY");
    }
    return change(
        keys ->
            keys.retire(kid, clock.instant(), mayRefuseFans)
                .forEach(dropped -> out().printf("dropped key %s%n", dropped)));
  }

  private void print(Listed key) {
    String then =
        switch (key.state()) {
          case NEXT -> "may sign from " + key.free() + " on";
          case CURRENT -> "signs";
          case PREVIOUS -> "its last tokens are over at " + key.free();
        };
    String state = key.state().name().toLowerCase(Locale.ROOT);
    out().printf(LINE, key.kid(), key.algorithm(), state, key.since(), then);
  }

  private int change(Consumer<KeyRotation> change) {
    PrintWriter err = spec.commandLine().getErr();
    try {
      change.accept(KeyRotation.in(folder == null ? GatewayConfig.load(config).keys() : folder));
      return CommandLine.ExitCode.OK;
    } catch (InvalidConfigException invalid) {
      err.println(invalid.getMessage());
      return CommandLine.ExitCode.USAGE;
    } catch (IllegalStateException refused) {
      err.println(refused.getMessage());
      return FAILED;
    } finally {
      out().flush();
      err.flush();
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
