package dev.headgate.quickstart;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code demo}: a whole sale on this machine, until Ctrl-C. */
@Command(
    name = "demo",
    description = "Runs a whole sale on this machine: stores, shop, payments, gateway, one event.",
    showDefaultValues = true)
final class DemoCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(DemoCommand.class);

  /** The same fans in every demo. */
  private static final long CROWD_SEED = 1;

  private final Supplier<Programs> programs;
  private final InstantSource clock;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--on-sale-in",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "The sale starts so long after the addresses answer.")
  private int onSaleInSeconds;

  @Option(
      names = "--no-event",
      description = {
        "Makes no event: the shop has seats for it, and you set it up, in the console",
        "or with ./headgate event create."
      })
  private boolean noEvent;

  @Option(
      names = "--event",
      paramLabel = "ID",
      defaultValue = "derby",
      description = "The event's name in addresses.")
  private String event = "";

  @Option(
      names = "--seats",
      paramLabel = "N",
      defaultValue = "40000",
      description = "How many seats the shop sells.")
  private int seats;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      defaultValue = "general",
      description = "What one customer may hold: general, or high-demand for less.")
  private String preset = "";

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "600",
      description = "How many fans are let in a minute, at most.")
  private int rate;

  @Option(
      names = "--active",
      paramLabel = "N",
      defaultValue = "5000",
      description = "How many fans are inside at a time, at most.")
  private int active;

  @Option(
      names = "--fans",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "So many simulated fans come, wait, buy and go; with them the throttle is on.",
        "At most 20000."
      })
  private int fans;

  @Option(
      names = "--dpop",
      description = "Binds every place and admission to a key of the fan's browser.")
  private boolean dpop;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "For fans; 0 takes a free one.")
  private int port;

  @Option(
      names = "--operator-port",
      paramLabel = "PORT",
      defaultValue = "8090",
      description = "For operators; 0 takes a free one.")
  private int operatorPort;

  @Option(
      names = "--shop-port",
      paramLabel = "PORT",
      defaultValue = "8081",
      description = "For the shop, which also takes the next one; 0 takes free ones.")
  private int shopPort;

  @Option(
      names = "--redis",
      paramLabel = "URL",
      description = "A Redis of yours (7.0 or newer) instead of an embedded one.")
  private @Nullable URI redis;

  @Option(
      names = "--postgres",
      paramLabel = "URL",
      description = "A PostgreSQL database of yours instead of an embedded one.")
  private @Nullable URI postgres;

  DemoCommand(Supplier<Programs> programs, InstantSource clock) {
    this.programs = programs;
    this.clock = clock;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandSpec command = Objects.requireNonNull(spec);
    DemoPlan plan = plan(command);
    SimulatedCrowd.Plan crowd = crowd(command);
    Demo demo =
        Demo.start(
            plan,
            programs.get(),
            clock,
            starting -> closeWithTheProcess(starting, "demo-shutdown"));
    PrintWriter out = command.commandLine().getOut();
    print(demo, plan, out);
    if (crowd.fans() > 0) {
      closeWithTheProcess(
          SimulatedCrowd.start(demo.addresses(), crowd, line -> say(out, line)), "crowd-shutdown");
    }
    new CountDownLatch(1).await(); // until a signal ends the process
    return 0;
  }

  private DemoPlan plan(CommandSpec command) {
    try {
      return new DemoPlan(
          event,
          seats,
          DemoPlan.presetOf(preset),
          new DemoPlan.Dialled(rate, active, fans > 0),
          dpop,
          noEvent ? null : Duration.ofSeconds(onSaleInSeconds),
          new DemoPlan.Listeners(port, operatorPort, shopPort),
          new DemoPlan.Servers(redis, postgres));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--" + e.getMessage());
    }
  }

  private SimulatedCrowd.Plan crowd(CommandSpec command) {
    try {
      if (fans > 0 && dpop) {
        throw new IllegalArgumentException(
            "fans: simulated ones have no keys (expected: no --dpop)");
      }
      if (fans > 0 && noEvent) {
        throw new IllegalArgumentException("fans: need an event (expected: no --no-event)");
      }
      return new SimulatedCrowd.Plan(fans, Duration.ofSeconds(onSaleInSeconds), CROWD_SEED);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--" + e.getMessage());
    }
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  private static void closeWithTheProcess(AutoCloseable started, String name) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(started), name));
  }

  private static void close(AutoCloseable started) {
    try {
      started.close();
    } catch (Exception e) {
      LOG.warn("not closed in order: {}", String.valueOf(e));
    }
  }

  private static String sale(Demo demo, DemoPlan plan) {
    Duration in = plan.onSaleIn();
    return in == null
        ? "which no event sells yet: make it"
        : "goes on sale at %s (in %d s)"
            .formatted(demo.onSaleAt().truncatedTo(ChronoUnit.SECONDS), in.toSeconds());
  }

  private static void print(Demo demo, DemoPlan plan, PrintWriter out) {
    DemoAddresses at = demo.addresses();
    out.printf(
        """
        Headgate is up. %s, %d seats, %s.

          queue page    %s
          seats         %s  (behind the queue)
          shop          %s/events/%s  (beside the gateway; holds need an admission)
          console       %s
          operator API  %s
          payments      %s/sim/ledger  (simulated: no money moves)

        Hold seats and pay with a test card, such as pm_card_visa, pm_card_chargeDeclined or
        pm_sim_lostResponse: the payment page has them all, with what each does.

        operator token: %s

          curl -H 'Authorization: Bearer %s' %s
          curl -X PATCH -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' \\
               -d '{"newUsersPerMinute":1200}' %s/dials

        The keys that sign admissions, until the demo ends:

          ./headgate keys list --keys %s

        Ctrl-C ends everything.
        """,
        plan.event(),
        plan.seats(),
        sale(demo, plan),
        at.queuePage(),
        at.seats(),
        at.shop(),
        plan.event(),
        at.operators(),
        at.event(),
        demo.payments(),
        demo.operatorToken(),
        demo.operatorToken(),
        at.event(),
        demo.operatorToken(),
        at.event(),
        demo.keys());
    out.flush();
  }
}
