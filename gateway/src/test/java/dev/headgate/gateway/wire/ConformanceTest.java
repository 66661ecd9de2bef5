package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ConformanceTest {
  static final List<String> FAMILIES = Corpus.FAMILIES;
  private static final Set<String> FOR_ADMITTED =
      Set.of("headgate-event", "headgate-session", "headgate-position", "headgate-admission");

  @TempDir static Path folder;

  private static Site site;
  private static List<Row> rows;

  @BeforeAll
  static void open() throws IOException {
    site = new Site(folder);
    rows = Corpus.rows(site.mint, revoked());
  }

  @AfterAll
  static void close() {
    site.close();
  }

  /** The token of a fan who has left. */
  static String revoked() throws IOException {
    Site.Fan fan = site.fan("derby");
    String path = "/queue/derby/admissions/me";
    assertEquals(204, site.exchange(RawClient.request("DELETE", path, fan.cookies())).status());
    String hold =
        RawClient.request(
            "POST",
            "/events/derby/holds",
            "Headgate-Admission: " + fan.token(),
            "Content-Length: 0");
    Awaitility.await().until(() -> site.exchange(hold).status() == 401);
    return fan.token();
  }

  @ParameterizedTest
  @FieldSource("FAMILIES")
  void everyRequestIsAnsweredAsItsTableSaysAndTheShopHearsOnlyWhatIsInOrder(String family)
      throws IOException {
    List<String> wrong = new ArrayList<>();
    site.shop.heard.clear();
    try (Probe probe = new Probe(site.port())) {
      for (Row row : rows) {
        if (row.family().equals(family)) {
          check(row, probe, wrong);
        }
      }
      probe.settle();
      for (Shop.Heard heard : site.shop.heard) {
        String behind = probe.strayBehind(heard);
        if (behind != null) {
          wrong.add(behind + ": the connection was to end, and yet was heard: " + heard);
        } else if (heard.uri().contains("smuggled")) {
          wrong.add("heard: " + heard);
        }
      }
    }
    assertTrue(wrong.isEmpty(), () -> wrong.size() + " wrong:\n" + String.join("\n", wrong));
    long inOrder = rows.stream().filter(row -> row.family().equals(family) && row.shop()).count();
    long heard = site.shop.heard.stream().filter(one -> !Probe.isInnocent(one)).count();
    assertEquals(inOrder, heard, () -> site.shop.heard + "");
  }

  private static void check(Row row, Probe probe, List<String> wrong) throws IOException {
    int before = site.shop.heard.size();
    Probe.Outcome outcome;
    try {
      outcome =
          row.eof()
              ? probe.sendAndEnd(row.request())
              : probe.send(row.toString(), row.request(), row.isHead());
    } catch (IOException | RuntimeException | AssertionError broken) {
      wrong.add(row + ": " + broken);
      return;
    }
    List<Shop.Heard> heard =
        site.shop.heard.subList(before, site.shop.heard.size()).stream()
            .filter(one -> !Probe.isInnocent(one))
            .toList();
    String fault = fault(row, outcome, heard);
    if (!fault.isEmpty()) {
      wrong.add(row + ": " + fault + "; " + outcome.statuses() + outcome.inStep() + heard);
    }
  }

  private static String fault(Row row, Probe.Outcome outcome, List<Shop.Heard> heard) {
    List<Integer> statuses = outcome.statuses();
    if (statuses.stream().anyMatch(status -> status >= 500)) {
      return "an error of ours";
    } else if (statuses.isEmpty() ? !row.maybeSilent() : !isRight(row, statuses)) {
      return "expected " + row.statuses();
    } else if (row.closes() && outcome.inStep()) {
      return "expected to close";
    } else if (row.keeps() && !outcome.inStep()) {
      return "expected to stay open";
    } else if (heard.size() != (row.shop() ? 1 : 0)) {
      return "heard by the shop";
    }
    return heard.isEmpty() ? "" : spoof(row, heard.get(0));
  }

  private static boolean isRight(Row row, List<Integer> statuses) {
    return statuses.size() == 1 && row.statuses().contains(statuses.get(0));
  }

  /** What the shop heard that only we may say. */
  private static String spoof(Row row, Shop.Heard heard) {
    boolean in = row.request().contains(" /events/derby/");
    for (Map.Entry<String, String> header : heard.headers()) {
      String name = header.getKey().toLowerCase(Locale.ROOT).replace('_', '-');
      boolean ours = name.startsWith("headgate");
      if (header.getValue().contains("spoofed")
          || (ours && !in)
          || (ours && !FOR_ADMITTED.contains(name))
          || header.getValue().contains("hg_")) {
        return "the shop was told " + header;
      }
    }
    boolean named = FOR_ADMITTED.stream().allMatch(name -> heard.headers().contains(name));
    return named == in ? "" : "the shop was told of an admission: " + named;
  }

  @Test
  void theTablesHoldAtLeastThreeHundredDistinctRequestsOfEveryFamily() {
    Set<String> distinct = new HashSet<>();
    Set<String> families = new HashSet<>();
    List<Row> twice = new ArrayList<>();
    for (Row row : rows) {
      if (!distinct.add(Corpus.unnumbered(row))) {
        twice.add(row);
      }
      families.add(row.family());
    }
    assertEquals(Set.copyOf(FAMILIES), families);
    assertTrue(distinct.size() >= 300, "distinct requests: " + distinct.size());
    assertTrue(twice.isEmpty(), () -> "stand there twice: " + twice);
    long refused = rows.stream().filter(row -> !row.shop()).count();
    assertTrue(refused >= 300, "requests that must not pass: " + refused);
  }

  @Test
  void afterAllOfThemAFanStillBuys() throws IOException {
    Site.Fan fan = site.fan("derby");
    String body = "{\"seats\":[\"A-1\"]}";
    RawClient.Reply reply =
        site.exchange(
            RawClient.request(
                    "POST",
                    "/events/derby/holds",
                    fan.cookies(),
                    "Content-Length: " + body.length())
                + body);
    assertEquals("200 shop POST /events/derby/holds", reply.status() + " " + reply.body());
  }
}
