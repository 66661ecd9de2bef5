package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.testing.DocumentedAnswers;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Addresses whose query nobody can decode. */
class BrokenQueriesTest extends EdgeFixture {
  private static final List<String> BROKEN =
      List.of("%zz", "a=%zz", "lang=%", "epoch=%c", "why=%zz&to=%", "lang=%zz&lang=en");

  @Test
  void nothingFailsForThemWhateverIsAskedFor() {
    int asked = 0;
    for (String path : DocumentedAnswers.document().getJsonObject("paths").fieldNames()) {
      if (Edge.serves(path)) {
        String address = path.replace("{event}", "derby").replace("{asset}", "x");
        for (String verb :
            DocumentedAnswers.document().getJsonObject("paths").getJsonObject(path).fieldNames()) {
          for (String query : BROKEN) {
            asked += ask(verb.toUpperCase(Locale.ROOT), address + "?" + query);
          }
        }
      }
    }
    assertTrue(asked > 60, "asked: " + asked);
  }

  private int ask(String method, String address) {
    if (!List.of("GET", "POST", "DELETE", "HEAD").contains(method)) {
      return 0;
    }
    for (String accept : List.of("text/html", "*/*")) {
      Answer answer = send(method, address, "", "Accept: " + accept);
      assertTrue(answer.status() >= 200 && answer.status() < 500, address + answer.status());
    }
    return 1;
  }

  @Test
  void theDrawOfNobodyKnowsWhichIsRefused() {
    for (String query : BROKEN) {
      assertEquals("bad-request", get("/queue/derby/draw?" + query).problem(), query);
    }
  }
}
