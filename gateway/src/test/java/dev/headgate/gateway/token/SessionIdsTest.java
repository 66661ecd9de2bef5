package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionIdsTest {
  private final SessionIds ids = new SessionIds(PlaceTicketsTest.key(1));

  @Test
  void anIdNamesItsEpochLaneAndPositionAndIsAlwaysTheSame() {
    Admission admission = admission("derby", 1764490000000L, 2, 1234);
    String id = ids.of(admission);
    assertTrue(id.matches("1764490000000\\.2\\.1234\\.[A-Za-z0-9_-]{22}"), id);
    assertEquals(id, new SessionIds(PlaceTicketsTest.key(1)).of(admission));
    Admission read = ids.read("derby", id).orElseThrow();
    assertEquals(new Admission("derby", 1764490000000L, 2, 1234, "", 0, 0), read);
  }

  @Test
  void noTwoSessionsShareAnId() {
    Set<String> macs = new HashSet<>();
    for (String event : new String[] {"derby", "derby1", "cup"}) {
      for (int field = 0; field < 50; field++) {
        assertTrue(macs.add(macOf(event, 10 + field, 0, 0)));
        assertTrue(macs.add(macOf(event, 0, 10 + field, 0)));
        assertTrue(macs.add(macOf(event, 0, 0, 10 + field)));
      }
    }
  }

  @Test
  void anIdThatWasNotDerivedHereIsNothing() {
    String id = ids.of(admission("derby", 7, 0, 12));
    String[] foreign = {
      "",
      ".",
      "...",
      "7.0.12.",
      "7.0.12",
      id + "A",
      "0" + id,
      "+" + id,
      "7.0.13" + id.substring(6),
      "7.00.12" + id.substring(6),
      "8" + id.substring(1),
      id.replace("7.0.12.", "7.0.-12."),
      "99999999999999999999.0.1.AAAAAAAAAAAAAAAAAAAAAA",
      "x".repeat(100_000),
      new SessionIds(PlaceTicketsTest.key(2)).of(admission("derby", 7, 0, 12)),
    };
    for (String text : foreign) {
      assertEquals(Optional.empty(), ids.read("derby", text), text);
    }
    assertEquals(Optional.empty(), ids.read("cup", id));
  }

  private String macOf(String event, long epoch, int lane, int position) {
    String id = ids.of(admission(event, epoch, lane, position));
    return id.substring(id.lastIndexOf('.') + 1);
  }

  private static Admission admission(String event, long epoch, int lane, int position) {
    return new Admission(event, epoch, lane, position, "A".repeat(22), 100, 700);
  }
}
