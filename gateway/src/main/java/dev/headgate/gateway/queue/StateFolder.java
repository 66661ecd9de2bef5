package dev.headgate.gateway.queue;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The folder {@code state/}: one file an event, replaced as a whole, so that it is never half. */
final class StateFolder {
  private final Path folder;
  private final WorkerExecutor writer;

  StateFolder(Vertx vertx, Path folder) {
    this.folder = folder;
    this.writer = vertx.createSharedWorkerExecutor("headgate-state", 1, 60, TimeUnit.SECONDS);
  }

  /** Reads all events; blocking, for the start. */
  Map<String, EventRecord> load() throws IOException {
    Files.createDirectories(folder);
    Map<String, EventRecord> records = new HashMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
      for (Path file : files) {
        EventRecord record = read(file);
        records.put(record.event(), record);
      }
    }
    return records;
  }

  /**
   * Writes one event's file, off the event loop and in order.
   *
   * @param durable whether it must have reached the disk when the future completes
   */
  Future<Void> save(EventRecord record, boolean durable) {
    return writer.executeBlocking(
        () -> {
          write(record, durable);
          return null;
        },
        true);
  }

  /** Closes when all that was asked to be written is. */
  Future<Void> close() {
    return writer.<Void>executeBlocking(() -> null, true).eventually(writer::close);
  }

  private static EventRecord read(Path file) throws IOException {
    try {
      return EventRecord.fromJson(new JsonObject(Files.readString(file)));
    } catch (RuntimeException unreadable) {
      throw new IOException(file + " cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }

  private void write(EventRecord record, boolean durable) throws IOException {
    Path file = folder.resolve(record.event() + ".json");
    Path fresh = folder.resolve(record.event() + ".json.new");
    byte[] bytes = record.toJson().encodePrettily().getBytes(StandardCharsets.UTF_8);
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      // Always: a name that reaches the disk before its bytes would replace a whole file by
      // nothing.
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    if (durable) {
      syncFolder();
    }
  }

  /** The file's new name is on disk only once its folder is. */
  private void syncFolder() throws IOException {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }
}
