package dev.headgate.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.CookieRules;
import dev.headgate.gateway.testing.Fuzz;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CookiesFuzzTest {
  private static final long[] ONCE_FAILED = {-4558559757442072775L};
  // What Netty lets through in a header's value: no controls but the tab.
  private static final String ALPHABET = ";;==\"\" \thg_admission_derby-1%,\\\u00e9\u00a0aZ";
  private static final Pattern PAIR =
      Pattern.compile(
          "(?:^|;)[ \\t]*([^=;]*?)[ \\t]*=[ \\t]*(?:\"([^;]*)\"|([^;]*?))[ \\t]*(?=;|$)");
  private static final String[] LINES = {
    "a=b; hg_admission_derby=x.y.z; hg_place_cup=t",
    "hg_admission_derby=\"quoted\"; hg_admission_derby=second",
    " hg_place_derby = spaced ;; =nameless; nothing; c=",
    "hg_admission_1=;hg_admission_2=;hg_admission_3=;hg_place_4=;hg_place_5=;hg_place_6=;hg_place_7=",
  };

  @Test
  void aSecondReaderFindsTheSameCookies() {
    Fuzz.run(
        1_200_000,
        ONCE_FAILED,
        random -> {
          MultiMap headers = MultiMap.caseInsensitiveMultiMap();
          List<String> expected = new ArrayList<>();
          for (int lines = random.nextInt(4); lines > 0; lines--) {
            String line = Fuzz.mutated(random, Fuzz.oneOf(random, LINES), ALPHABET);
            headers.add("Cookie", line);
            expected.addAll(read(line));
          }
          List<String> found =
              Cookies.all(headers).stream().map(c -> c.name() + " is " + c.value()).toList();
          assertEquals(expected, found, () -> headers.getAll("Cookie") + "");
        });
  }

  /** The pairs of a line, by a pattern. */
  private static List<String> read(String line) {
    List<String> pairs = new ArrayList<>();
    Matcher pair = PAIR.matcher(line);
    while (pair.find()) {
      if (!pair.group(1).isEmpty()) {
        pairs.add(pair.group(1) + " is " + (pair.group(2) != null ? pair.group(2) : pair.group(3)));
      }
    }
    return pairs;
  }

  @Test
  void whateverComesOurAnswerSetsFewCookiesAndEachIsWellFormed() {
    Fuzz.run(
        1_000_000,
        ONCE_FAILED,
        random -> {
          MultiMap headers = MultiMap.caseInsensitiveMultiMap();
          for (int lines = random.nextInt(4); lines > 0; lines--) {
            headers.add("Cookie", line(random));
          }
          List<String> set =
              new EventCookies(CookieRules.usual(), true).place(headers, "derby", "hgp1.x", null);
          assertTrue(set.size() <= 17, () -> set + "");
          for (String cookie : set) {
            assertTrue(cookie.matches("hg_(place|admission)_[a-z0-9-]{1,63}=[^;\\s]*; [ -~]*"));
          }
          assertTrue(set.get(set.size() - 1).startsWith("hg_place_derby=hgp1.x;"), set + "");
        });
  }

  private static String line(Random random) {
    StringBuilder line = new StringBuilder();
    for (int pairs = random.nextInt(20); pairs > 0; pairs--) {
      String prefix = Fuzz.oneOf(random, "hg_place_", "hg_admission_", "hg_", "");
      line.append(prefix).append(Fuzz.text(random, "abc-1;= \"", 6)).append("=x; ");
    }
    return line.toString();
  }
}
