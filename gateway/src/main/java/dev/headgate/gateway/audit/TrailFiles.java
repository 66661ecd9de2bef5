package dev.headgate.gateway.audit;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This gateway's copy of the trails: a file an event, to which lines are only ever added.
 * Everything runs on one thread of its own, in the order in which it was asked for.
 */
final class TrailFiles {
  private static final Logger LOG = LoggerFactory.getLogger(TrailFiles.class);
  private static final String ENDING = ".jsonl";

  private final Path folder;
  private final WorkerExecutor writer;
  private final Map<String, Trail> trails = new HashMap<>();

  /** What the disk did not take, and is to take with the next. */
  private final Map<String, List<AuditEntry>> unwritten = new HashMap<>();

  TrailFiles(Vertx vertx, Path folder) {
    this.folder = folder;
    this.writer = vertx.createSharedWorkerExecutor("headgate-audit", 1, 60, TimeUnit.SECONDS);
  }

  /** The events that have a file. */
  Future<Collection<String>> events() {
    return run(
        () -> {
          Collection<String> events = new TreeSet<>();
          if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(ENDING))
                  .forEach(name -> events.add(name.substring(0, name.length() - ENDING.length())));
            }
          }
          return events;
        });
  }

  /** Writes an entry that is not in the file yet; it is on disk when this completes. */
  Future<Void> add(String event, AuditEntry entry) {
    return run(
        () -> {
          take(event, List.of(entry));
          return null;
        });
  }

  /**
   * Takes up the lines of entries that are in the store; what the disk does not take is known all
   * the same, as long as this process lasts.
   *
   * @return the entries here that are not among them
   */
  Future<List<AuditEntry>> merge(String event, List<String> lines) {
    return run(
        () -> {
          List<AuditEntry> entries = new ArrayList<>(lines.size());
          lines.forEach(line -> AuditEntry.read(line).ifPresent(entries::add));
          try {
            take(event, entries);
          } catch (IOException full) {
            LOG.error("{}: entries that are in the store are not written here", file(event), full);
          }
          return trail(event).without(new HashSet<>(lines));
        });
  }

  private void take(String event, List<AuditEntry> entries) throws IOException {
    Trail trail = trail(event);
    List<AuditEntry> missing = new ArrayList<>(unwritten.getOrDefault(event, List.of()));
    for (AuditEntry entry : entries) {
      if (trail.add(entry)) {
        missing.add(entry);
      }
    }
    if (!missing.isEmpty()) {
      unwritten.put(event, missing);
      write(event, missing);
      unwritten.remove(event);
    }
  }

  /** Up to so many after one, each change once. */
  Future<List<AuditEntry>> shown(String event, String id, int limit) {
    return run(() -> trail(event).shownAfter(id, limit));
  }

  /** The newest entry that says that a session was ended; empty for none. */
  Future<Optional<AuditEntry>> revoked(String event, int lane, int position) {
    return run(() -> trail(event).revoked(lane, position));
  }

  /** How many there are, and the id of the newest that the store gave, empty for none. */
  Future<Extent> extent(String event) {
    return run(() -> new Extent(trail(event).size(), trail(event).newestGiven()));
  }

  record Extent(int count, String newest) {}

  /** Closes when all that was asked for is done. */
  Future<Void> close() {
    return this.<Void>run(() -> null).eventually(writer::close);
  }

  private <T> Future<T> run(Callable<T> task) {
    return writer.executeBlocking(task, true);
  }

  private Trail trail(String event) {
    return trails.computeIfAbsent(event, unread -> load(file(event)));
  }

  private static Trail load(Path file) {
    Trail trail = new Trail();
    int damaged = 0;
    for (String line : lines(file)) {
      var entry = AuditEntry.read(line);
      boolean added = entry.isPresent() && trail.add(entry.get());
      damaged += !added && entry.isEmpty() && !line.isEmpty() ? 1 : 0;
    }
    if (damaged > 0) {
      LOG.warn("{}: {} lines cannot be read, as a crash leaves them", file, damaged);
    }
    return trail;
  }

  /** None of a file that cannot be read: the store gives back what it has. */
  private static List<String> lines(Path file) {
    try {
      return Files.exists(file)
          ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList()
          : List.of();
    } catch (IOException unreadable) {
      LOG.error("{} cannot be read: what it holds is not shown here", file, unreadable);
      return List.of();
    }
  }

  private void write(String event, List<AuditEntry> entries) throws IOException {
    Files.createDirectories(folder);
    List<String> lines = new ArrayList<>();
    entries.forEach(entry -> lines.add(entry.line()));
    Path file = file(event);
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      String begin = endsLine(channel) ? "" : "\n";
      ByteBuffer bytes =
          ByteBuffer.wrap(
              (begin + String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
      channel.position(channel.size());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  /** A crash may have cut the last line off: what is added begins one of its own. */
  private static boolean endsLine(FileChannel channel) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    return channel.size() == 0
        || (channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n');
  }

  private Path file(String event) {
    return folder.resolve(event + ENDING);
  }
}
