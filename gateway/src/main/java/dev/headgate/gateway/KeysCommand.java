package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.headgate.gateway.access.Access;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.config.InvalidConfigException;
import dev.headgate.gateway.token.KeyRotation;
import dev.headgate.gateway.token.KeyRotation.Listed;
import dev.headgate.gateway.token.TokenAlgorithm;
import io.vertx.core.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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
 * Makes, rotates, lists and retires admission keys, while gateways use them; it prints ids and
 * never a key. Makes operators' tokens, each of which it prints once. Exit codes: 0 done, 1 refused
 * or failed with nothing changed, 2 usage.
 */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Makes, rotates, lists and retires the keys that sign admission tokens.",
      "Gateways follow within seconds, without a restart. Makes operators' tokens, too."
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
  private final InputStream input;

  KeysCommand() {
    this(InstantSource.system(), System.in);
  }

  KeysCommand(InstantSource clock, InputStream input) {
    this.clock = clock;
    this.input = input;
  }

  /** A command line of its own, as {@code ./headgate keys} is. */
  static CommandLine line(InstantSource clock) {
    return line(clock, System.in);
  }

  /** The same, with what it reads phrases from. */
  static CommandLine line(InstantSource clock, InputStream input) {
    return new CommandLine(new KeysCommand(clock, input)).setCommandName("headgate keys");
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "Missing command: new, rotate, list, retire or operator");
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

  @Command(
      name = "operator",
      mixinStandardHelpOptions = true,
      description = {
        "Makes an operator token, prints it once, and the line for operatorTokens by which a",
        "gateway recognises it."
      })
  int operator(
      @Option(
              names = "--name",
              required = true,
              paramLabel = "NAME",
              description = "Who it is for, as in the audit trail.")
          String name,
      @Option(
              names = "--role",
              required = true,
              paramLabel = "ROLE",
              description = "What the holder may do: viewer, operator or admin.")
          String role,
      @Option(
              names = "--phrase",
              description = {
                "Makes no token: takes one that somebody has chosen from the standard input, and",
                "prints the line with its Argon2id hash."
              })
          boolean phrase) {
    if (!Set.of("viewer", "operator", "admin").contains(role)) {
      throw wrong("--role: not a role (expected: viewer, operator, admin)");
    }
    if (name.isBlank() || name.length() > 100 || name.startsWith("oidc:")) {
      throw wrong("--name: (expected: 1 to 100 characters, not beginning with oidc:)");
    }
    String line = phrase ? "hash: '" + Access.hashOf(phrase()) + "'" : "sha256: " + printed();
    out().printf("operatorTokens:%n  - {name: %s, role: %s, %s}%n", Json.encode(name), role, line);
    out().flush();
    return CommandLine.ExitCode.OK;
  }

  /** A new token of 256 random bits, printed; its hash. */
  private String printed() {
    byte[] bits = new byte[32];
    new SecureRandom().nextBytes(bits);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    out().printf("operator token: %s%n", token);
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(token.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  private String phrase() {
    try {
      BufferedReader in = new BufferedReader(new InputStreamReader(input, UTF_8));
      String line = in.readLine();
      if (line != null && line.length() >= 12 && line.length() <= 1_024) {
        return line;
      }
    } catch (IOException unreadable) {
      throw wrong("--phrase: the standard input cannot be read");
    }
    throw wrong("--phrase: (expected: a line of 12 to 1024 characters on the standard input)");
  }

  private CommandLine.ParameterException wrong(String message) {
    return new CommandLine.ParameterException(spec.subcommands().get("operator"), message);
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
