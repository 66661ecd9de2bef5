package dev.headgate.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.OutlierRules;
import dev.headgate.gateway.config.ServerLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.net.HostAndPort;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What becomes of one server. A story is a row of words:
 *
 * <ul>
 *   <li>{@code ok}, {@code fail}, {@code gone}, a status: a request that ends so at once
 *   <li>{@code begin}: a request that ends later, by {@code late:ok}, {@code late:fail} …
 *   <li>{@code probe}: one is let through to see, and ends by {@code late:…}; {@code noprobe}: none
 *   <li>{@code hit}, {@code miss}: one is let through, and is answered at once, or is not
 *   <li>{@code +5s}: time passes; {@code in}, {@code out}, {@code strikes:2}: how it stands then
 *   <li>{@code (fail ok)*3}: all of that three times; {@code fail*5} likewise
 * </ul>
 */
class ServerStoryTest {
  private final AtomicLong nanos = new AtomicLong();
  private double chance;
  private final Deque<Try> open = new ArrayDeque<>();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          five failures in a row put it out          | fail*4 in fail out
          an answer between them begins a new row    | (fail*4 ok)*3 in
          the configured statuses are failures       | 502 503 504 503 in 502 out
          a plain 500 or another status never is     | (500 501 505 404 429)*50 in
          a fan who went away says nothing           | (fail gone*9)*4 in fail out
          failing statuses and no answers are one row | 503 fail 504 fail in 502 out
          the share counts from twenty requests on   | (fail*2 ok)*6 in fail in fail out
          half of them failing is not above half     | (ok fail)*200 in
          what is older than the window is forgotten | (fail*2 ok)*6 +11s fail*2 in
          what is within the window is not           | (fail*2 ok)*6 +8s fail*2 out
          nothing is let through before its time     | fail*5 +4s noprobe out +1s probe out
          one answer to see and it is in again       | fail*5 +5s hit in
          only one is let through at a time          | fail*5 +5s probe noprobe +4s noprobe
          what is sent beside it says nothing | fail*5 +5s probe ok fail gone out noprobe late:ok in
          one that is never ended holds it for 5 s   | fail*5 +5s probe +5s probe noprobe
          one that was overtaken says nothing more   | fail*5 +5s probe +5s probe late:fail noprobe
          … nor does it bring the server back        | fail*5 +5s probe +5s probe late:ok out late:ok in
          who went away lets the next one see        | fail*5 +5s probe late:gone hit in
          a failing status to see is a failure too   | fail*5 +5s probe late:503 out strikes:2
          a 500 to see is an answer                  | fail*5 +5s probe late:500 in
          it is out twice as long the second time    | fail*5 +5s miss +9s noprobe +1s probe
          and four times the third | fail*5 +5s miss +10s miss +19s noprobe +1s probe
          until the longest time is reached          | fail*5 (+60s miss)*40 +59s noprobe +1s probe
          soon out again counts on | fail*5 +5s hit +59s fail*5 strikes:2 +9s noprobe +1s probe
          long enough in and all is forgiven | fail*5 +5s hit +60s fail*5 strikes:1 +5s probe
          what began before says nothing now | begin*9 fail*5 +5s probe late:fail*9 out late:ok in
          … nor once it is in again | begin*9 fail*5 +5s hit late:fail*9 in fail*4 in fail out
          … nor do earlier answers bring it back     | begin*9 fail*5 late:ok*9 out noprobe
          it is in with an empty window | (fail*2 ok)*6 fail*2 out +5s hit (fail*2 ok)*6 in
          """)
  void itIsJudgedByWhatItAnswers(String name, String story) {
    Server server = server(false);
    for (String word : words(story)) {
      act(server, word, name);
    }
    open.forEach(Try::abandoned);
    assertEquals(0, server.outstanding(), name);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          of a server alone any answer is an answer  | (502 503 504)*100 in
          none at all is not                         | fail*4 503 fail*4 in fail out
          """)
  void aServerAloneIsJudgedMildly(String name, String story) {
    Server server = server(true);
    for (String word : words(story)) {
      act(server, word, name);
    }
  }

  @ParameterizedTest(name = "with chance {0} it is out for {1} ms")
  @CsvSource({"0, 5000", "0.5, 4375", "0.8, 4000"})
  void chanceTakesUpToAQuarterOfTheTimeOut(double chance, long millis) {
    this.chance = chance;
    Server server = server(false);
    for (int i = 0; i < 5; i++) {
      act(server, "fail", "");
    }
    nanos.addAndGet((millis - 1) * 1_000_000);
    assertNull(server.probe(nanos.get(), false));
    nanos.addAndGet(1_000_000);
    assertNotNull(server.probe(nanos.get(), false));
  }

  private Server server(boolean alone) {
    Ejections ejections = new Ejections(OutlierRules.usual(), alone, () -> chance);
    HostAndPort address = HostAndPort.create("127.0.0.1", 9000);
    return new Server(
        new Server.Parts(
            "shop",
            address,
            false,
            new ServerLimits(50, 50),
            ejections,
            new ServerState(ejections.in(nanos.get(), 0)),
            new ServerMeters(new SimpleMeterRegistry(), "shop", "127.0.0.1:9000"),
            nanos::get),
        Server.Health.UNKNOWN);
  }

  private void act(Server server, String word, String name) {
    if (word.startsWith("+")) {
      nanos.addAndGet(Long.parseLong(word.substring(1, word.length() - 1)) * 1_000_000_000);
    } else if (word.startsWith("late:")) {
      end(open.remove(), word.substring(5));
    } else if (word.startsWith("strikes:")) {
      assertEquals(word, "strikes:" + server.state().standing().strikes(), name);
    } else {
      switch (word) {
        case "in" -> assertTrue(server.isUp(), name);
        case "out" -> assertTrue(!server.isUp(), name);
        case "begin" -> open.add(Objects.requireNonNull(server.begin()));
        case "probe" -> open.add(probe(server, name));
        case "hit" -> probe(server, name).answered(200, 1);
        case "miss" -> probe(server, name).failed();
        case "noprobe" -> assertNull(server.probe(nanos.get(), false), name);
        default -> end(Objects.requireNonNull(server.begin()), word);
      }
    }
  }

  private Try probe(Server server, String name) {
    return Objects.requireNonNull(server.probe(nanos.get(), false), name);
  }

  private static void end(Try one, String how) {
    switch (how) {
      case "ok" -> one.answered(200, 1);
      case "fail" -> one.failed();
      case "gone" -> one.abandoned();
      default -> one.answered(Integer.parseInt(how), 1);
    }
  }

  /** The words of a story with all that is repeated written out. */
  private static List<String> words(String story) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < story.length()) {
      boolean group = story.charAt(at) == '(';
      int end = group ? story.indexOf(')', at) : wordEnd(story, at);
      List<String> unit =
          group ? words(story.substring(at + 1, end)) : List.of(story.substring(at, end));
      at = group ? end + 1 : end;
      int times = 1;
      if (at < story.length() && story.charAt(at) == '*') {
        int stop = wordEnd(story, at + 1);
        times = Integer.parseInt(story.substring(at + 1, stop));
        at = stop;
      }
      for (int i = 0; i < times; i++) {
        words.addAll(unit);
      }
      while (at < story.length() && story.charAt(at) == ' ') {
        at++;
      }
    }
    return words;
  }

  private static int wordEnd(String story, int from) {
    int end = from;
    while (end < story.length() && " *()".indexOf(story.charAt(end)) < 0) {
      end++;
    }
    return end;
  }
}
