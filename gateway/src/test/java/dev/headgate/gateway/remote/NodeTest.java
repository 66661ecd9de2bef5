package dev.headgate.gateway.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Words of somebody else's on somebody's terminal. */
class NodeTest {

  @Test
  void linesOfAFileCannotWriteOverOneAnotherNorTurnRound() {
    assertEquals("a,b\r\nc,d\n", Node.withoutControls("a,b\r\nc,d\n"));
    assertEquals("evil?good\r\n", Node.withoutControls("evil\rgood\r\n"));
    assertEquals("?[31mred?[0m", Node.withoutControls("\u001b[31mred\u009b[0m"));
    assertEquals("a?b?c", Node.withoutControls("a\u202eb\u2066c"));
    assertEquals("Länderspiel ⚽ مباراة", Node.withoutControls("Länderspiel ⚽ مباراة"));
  }
}
