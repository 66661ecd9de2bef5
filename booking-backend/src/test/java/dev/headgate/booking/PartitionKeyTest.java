package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL 18 ends the whole server when a statement that locks or changes rows of a partitioned
 * table joins on the partition key and meets a row that somebody else has just changed.
 */
class PartitionKeyTest {
  private static final Pattern LOCKS =
      Pattern.compile("FOR (NO KEY )?UPDATE|UPDATE event_seat|DELETE FROM event_seat");
  private static final Pattern JOINED =
      Pattern.compile("\\bs\\.event_id = [a-z]+\\.event_id|\\b[a-z]+\\.event_id = s\\.event_id");

  @Test
  void noStatementThatLocksSeatsJoinsOnTheirEvent() throws IOException {
    List<String> wrong = new ArrayList<>();
    int seen = 0;
    try (Stream<Path> files = Files.walk(Path.of("src/main/resources/dev"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".sql")).toList()) {
        String text = Files.readString(file);
        boolean isAboutSeats = text.contains("event_seat");
        if (isAboutSeats && LOCKS.matcher(text).find()) {
          seen++;
          if (JOINED.matcher(text).find()) {
            wrong.add(file.getFileName().toString());
          }
        }
      }
    }
    assertTrue(seen >= 5, seen + " statements");
    assertEquals(List.of(), wrong);
  }
}
