package dev.headgate.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.queue.BackendReport.Load;
import dev.headgate.policy.throttle.Health;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the reports of all gateways come to. */
final class BackendReportsTest {

  /** One gateway's report of {@code free:held} seats. */
  private static String stock(String freeAndHeld) {
    String[] pair = freeAndHeld.split(":", 2);
    Remaining left = new Remaining(Integer.parseInt(pair[0]), Integer.parseInt(pair[1]));
    return BackendReports.write(new BackendReport(List.of(), 0, 0, new Load(20, 0, 10, left)));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "5:0,          5:0, false",
    "5:0 3:1,      3:1, false",
    "0:0,          0:0, true",
    "0:0 0:0,      0:0, true",
    "0:0 0:2,      0:2, false",
    "0:2 0:0,      0:2, false",
    "0:0 5:0,      0:0, false",
    "5:0 0:0,      0:0, false",
  })
  void itIsSoldOutOnceEveryGatewayThatKnowsHasHeardSo(String each, String left, boolean soldOut) {
    List<String> texts = Arrays.stream(each.split(" ")).map(BackendReportsTest::stock).toList();
    BackendReports reports = BackendReports.of(texts);
    Remaining remaining = Objects.requireNonNull(reports.remaining());
    assertEquals(left, remaining.free() + ":" + remaining.pending());
    assertEquals(soldOut, reports.soldOut());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "|||||||",
        "1|2",
        "1|2|3|4|5|6|x|",
        "99999999999|0|1|1|1|1|1|",
        "1|1|9|9|9|0|0|5,x",
        "-5|0|1|1|1|1|1|",
      })
  void aReportThatIsNotOursCountsForNothing(String report) {
    assertEquals(Health.UNKNOWN, BackendReports.of(List.of(report)).health());
    BackendReports both = BackendReports.of(List.of(report, stock("4:1")));
    assertEquals(new Remaining(4, 1), both.remaining());
    assertEquals(BackendReports.of(List.of(stock("4:1"))).health(), both.health());
  }

  @Test
  void holdsAndErrorsOfAllGatewaysAreAddedUp() {
    List<Integer> few = List.of(10);
    String one = BackendReports.write(new BackendReport(few, 15, 3, null));
    assertEquals(Health.UNKNOWN, BackendReports.of(List.of(one)).health());
    Health both = BackendReports.of(List.of(one, one)).health();
    assertEquals(200, both.errorPermille().orElseThrow());
    assertEquals(true, both.p95Millis().isPresent());
  }
}
