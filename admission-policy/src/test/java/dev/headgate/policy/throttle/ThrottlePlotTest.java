package dev.headgate.policy.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ThrottlePlotTest {
  @Test
  void theCommittedPlotIsWhatASimulationDraws() throws IOException {
    Path committed = Path.of("..", "docs", "images", "throttle.svg");
    assertEquals(ThrottlePlot.svg(), Files.readString(committed), "run ThrottlePlot to redraw it");
  }
}
