package dev.headgate.gateway.remote;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "watch",
    description = {
      "Prints the live figures, a line a second, until Ctrl-C. A connection that is lost",
      "or silent is made again; what was missed is printed first, a line for ten seconds,",
      "and of what time nothing is known is said."
    })
final class WatchTask extends Task {
  private static final String LINE = "%-8s %9s %8s %7s %13s %8s %8s %8s %9s  %s%n";
  private static final int LINES_BELOW_A_HEAD = 20;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  /** Figures come each second, comments while the store is away. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  /** Samples are ten seconds apart; more than one of them is not there beyond this. */
  private static final long MOST_BETWEEN_MILLIS = 25_000;

  private static final long FIRST_WAIT_MILLIS = 500;
  private static final long LONGEST_WAIT_MILLIS = 8_000;

  @Mixin private EventArgument event = new EventArgument();

  @Option(names = "--count", paramLabel = "N", description = "Ends after N lines.")
  private @Nullable Integer count;

  private int printed;
  private long waitMillis = FIRST_WAIT_MILLIS;

  /** What came last, by which the gateway knows what was missed; empty before anything came. */
  private String lastId = "";

  /** The id of what was printed last; empty before anything was. */
  private String printedId = "";

  @Override
  void run(Desk desk) throws FailedException {
    if (count != null && count < 1) {
      throw FailedException.usage("--count: " + count + " (expected: >= 1)");
    }
    // The first connection is the one that says whether all is as it should be.
    String trouble = follow(desk);
    while (!isDone(desk)) {
      desk.err().println("headgate: " + trouble + "; connecting again");
      desk.err().flush();
      pause();
      trouble = again(desk);
    }
  }

  // Who reads no more, as the head of a pipe, is not printed for until Ctrl-C.
  private boolean isDone(Desk desk) {
    return (count != null && printed >= count)
        || Thread.currentThread().isInterrupted()
        || desk.isUnheard();
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(waitMillis);
      waitMillis = Math.min(LONGEST_WAIT_MILLIS, waitMillis * 2);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String again(Desk desk) throws FailedException {
    try {
      return follow(desk);
    } catch (FailedException failed) {
      // Whoever may not listen, or listens to what is gone, will not be let by asking again.
      boolean passing = failed.status() == 0 || failed.status() / 100 == 5;
      if (!passing && failed.exitCode() != FailedException.NOT_NOW) {
        throw failed;
      }
      return String.join(" ", failed.lines());
    }
  }

  /** Prints what one connection brings, and says how it ended. */
  private String follow(Desk desk) throws FailedException {
    Call live = Desk.call("GET", event.name(), "live");
    Lines lines = desk.api().listen(lastId.isEmpty() ? live : live.header("Last-Event-ID", lastId));
    try {
      String name = "";
      while (!isDone(desk)) {
        Lines.Line line = lines.next(SILENCE);
        String text = line.text();
        if (text == null) {
          return line.end();
        }
        name = text.isEmpty() ? "" : text.startsWith("event:") ? after(text) : name;
        read(desk, name, text);
      }
      return "";
    } finally {
      lines.cancel();
    }
  }

  private static String after(String line) {
    return line.substring(line.indexOf(':') + 1).strip();
  }

  /**
   * Takes in a line.
   *
   * @param name of the event that it is in
   */
  private void read(Desk desk, String name, String text) {
    if (text.startsWith("id:") && after(text).matches("[0-9]{1,15}")) {
      lastId = after(text);
    } else if (text.startsWith("data:") && (name.equals("live") || name.equals("history"))) {
      print(desk, name.equals("live"), after(text));
    } else if (text.startsWith(":")) {
      desk.err().println("headgate: " + Node.printable(after(text)));
    }
  }

  private void print(Desk desk, boolean live, String data) {
    sayWhatIsNotKnown(desk);
    if (desk.json()) {
      desk.out().println(Json.unseenEscaped(data));
    } else {
      if (printed % LINES_BELOW_A_HEAD == 0) {
        head(desk);
      }
      Node figures = Answer.of(data).json();
      if (live) {
        figures(desk, clock(lastId), figures);
      } else {
        missed(desk, figures);
      }
    }
    printed++;
    waitMillis = FIRST_WAIT_MILLIS;
  }

  /** The gateway has an hour, less where the store lost it; and slow readers are sent less. */
  private void sayWhatIsNotKnown(Desk desk) {
    if (!printedId.isEmpty()
        && Long.parseLong(lastId) - Long.parseLong(printedId) > MOST_BETWEEN_MILLIS) {
      desk.err()
          .printf(
              "headgate: no figures are known from %s to %s%n", clock(printedId), clock(lastId));
      desk.err().flush();
    }
    printedId = lastId;
  }

  private static void head(Desk desk) {
    desk.out()
        .printf(
            LINE,
            "UTC",
            "WAITING",
            "CALLED",
            "INSIDE",
            "MINUTE/LIMIT",
            "JOINS/S",
            "NO-SHOW",
            "P95 MS",
            "FREE",
            "LIMIT");
  }

  /** A sample of the last hour: its figures of the shop are not apart. */
  private static void missed(Desk desk, Node sample) {
    Map<String, @Nullable Object> live = sample.fields();
    live.put("backend", sample.value());
    live.put("remaining", sample.value());
    figures(desk, clock(sample.at("at")), new Node(live));
  }

  private static void figures(Desk desk, String time, Node live) {
    String minute =
        live.at("admittedLastMinute").shown() + "/" + live.at("effectivePerMinute").shown();
    desk.out()
        .printf(
            LINE,
            time,
            live.at("waiting").shown(),
            live.at("called").shown(),
            live.at("active").shown(),
            minute,
            live.at("joinsPerSecond").shown(),
            live.at("noShowShare").percent(),
            live.at("backend", "p95Millis").shown(),
            live.at("remaining", "free").shown(),
            live.at("limit").shown());
  }

  /** By the store's clock. */
  private static String clock(String id) {
    try {
      return CLOCK.format(Instant.ofEpochMilli(Long.parseLong(id)));
    } catch (NumberFormatException | DateTimeException e) {
      return Node.NOTHING;
    }
  }

  private static String clock(Node at) {
    try {
      return CLOCK.format(Instant.parse(at.text()));
    } catch (DateTimeException e) {
      return Node.NOTHING;
    }
  }
}
