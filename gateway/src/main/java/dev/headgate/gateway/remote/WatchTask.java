package dev.headgate.gateway.remote;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "watch",
    description = {
      "Prints the live figures, a line a second, until Ctrl-C. A connection that is lost",
      "or silent is made again."
    })
final class WatchTask extends Task {
  private static final String LINE = "%-8s %9s %8s %7s %13s %8s %8s %8s %9s  %s%n";
  private static final int LINES_BELOW_A_HEAD = 20;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  /** Figures come each second, comments while the store is away. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private static final long FIRST_WAIT_MILLIS = 500;
  private static final long LONGEST_WAIT_MILLIS = 8_000;

  @Mixin private EventArgument event = new EventArgument();

  @Option(names = "--count", paramLabel = "N", description = "Ends after N lines.")
  private @Nullable Integer count;

  private int printed;
  private long waitMillis = FIRST_WAIT_MILLIS;

  @Override
  void run(Desk desk) throws FailedException {
    if (count != null && count < 1) {
      throw FailedException.usage("--count: " + count + " (expected: >= 1)");
    }
    // The first connection is the one that says whether all is as it should be.
    String trouble = follow(desk);
    while (!isDone()) {
      desk.err().println("headgate: " + trouble + "; connecting again");
      desk.err().flush();
      pause();
      trouble = again(desk);
    }
  }

  private boolean isDone() {
    return (count != null && printed >= count) || Thread.currentThread().isInterrupted();
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
      if (failed.status() != 0 && failed.status() / 100 != 5) {
        throw failed;
      }
      return String.join(" ", failed.lines());
    }
  }

  /** Prints what one connection brings, and says how it ended. */
  private String follow(Desk desk) throws FailedException {
    Lines lines = desk.api().listen(Desk.call("GET", event.name(), "live"));
    try {
      String id = "";
      while (!isDone()) {
        Lines.Line line = lines.next(SILENCE);
        String text = line.text();
        if (text == null) {
          return line.end();
        }
        if (text.startsWith("id:")) {
          id = text.substring("id:".length()).strip();
        } else if (text.startsWith("data:")) {
          print(desk, id, text.substring("data:".length()).strip());
        } else if (text.startsWith(":")) {
          desk.err().println("headgate: " + Node.printable(text.substring(1).strip()));
        }
      }
      return "";
    } finally {
      lines.cancel();
    }
  }

  private void print(Desk desk, String id, String data) {
    if (desk.json()) {
      desk.out().println(data);
    } else {
      if (printed % LINES_BELOW_A_HEAD == 0) {
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
      figures(desk, clock(id), new Answer(200, data).json());
    }
    desk.out().flush();
    printed++;
    waitMillis = FIRST_WAIT_MILLIS;
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
}
