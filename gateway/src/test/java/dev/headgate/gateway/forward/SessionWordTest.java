package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;

class SessionWordTest {

  @Test
  void whatTheShopMaySayIsAsTheTableSays() {
    // Lines of the header, one after another | ends | seconds to extend | words not understood
    String table =
        """
        end                                     | true  | 0   | 0
        extend=PT5M                             | false | 300 | 0
        extend=PT300S                           | false | 300 | 0
        extend=pt5m                             | false | 300 | 0
        extend=PT1S                             | false | 1   | 0
        extend=PT15M                            | false | 900 | 0
        extend=PT0H15M0S                        | false | 900 | 0
        extend=PT15M1S                          | false | 0   | 1
        extend=PT1H                             | false | 0   | 1
        extend=P1D                              | false | 0   | 1
        extend=PT0S                             | false | 0   | 1
        extend=PT0.5S                           | false | 0   | 1
        extend=PT1.5S                           | false | 0   | 1
        extend=-PT5M                            | false | 0   | 1
        extend=PT-5M                            | false | 0   | 1
        extend=PT9223372036854775807M           | false | 0   | 1
        extend=PT99999999999999999999999S       | false | 0   | 1
        extend=                                 | false | 0   | 1
        extend                                  | false | 0   | 1
        extend=300                              | false | 0   | 1
        extend= PT5M                            | false | 0   | 1
        extend=PT5M;q=1                         | false | 0   | 1
        extend="PT5M"                           | false | 0   | 1
        END                                     | false | 0   | 1
        ended                                   | false | 0   | 1
        end=true                                | false | 0   | 1
        end, extend=PT5M                        | true  | 0   | 0
        extend=PT5M, end                        | true  | 0   | 0
        extend=PT5M / end                       | true  | 0   | 0
        end / end                               | true  | 0   | 0
        extend=PT2M / extend=PT5M / extend=PT1M | false | 300 | 0
        extend=PT2M, extend=PT1H                | false | 120 | 1
        nonsense / end                          | true  | 0   | 1
        ,                                       | false | 0   | 0
        """;
    int rows = 0;
    for (String line : table.lines().toList()) {
      String[] cells = line.split("\\|", -1);
      MultiMap headers = MultiMap.caseInsensitiveMultiMap();
      for (String value : cells[0].split("/", -1)) {
        headers.add("headgate-session", value.trim());
      }
      SessionWord expected =
          new SessionWord(
              Boolean.parseBoolean(cells[1].trim()),
              Integer.parseInt(cells[2].trim()),
              Integer.parseInt(cells[3].trim()));
      assertEquals(expected, SessionWord.of(headers), line);
      rows++;
    }
    assertEquals(34, rows);
  }

  @Test
  void whoSaysNothingSaysNothing() {
    assertEquals(SessionWord.NOTHING, SessionWord.of(MultiMap.caseInsensitiveMultiMap()));
  }

  @Test
  void aLongWordIsNotEvenRead() {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    headers.add("Headgate-Session", "extend=PT" + "0".repeat(60_000) + "5M");
    assertEquals(new SessionWord(false, 0, 1), SessionWord.of(headers));
  }
}
