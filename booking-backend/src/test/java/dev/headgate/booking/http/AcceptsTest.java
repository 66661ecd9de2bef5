package dev.headgate.booking.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fans and their programs meet the gateway and the shop at one host: the same rows hold of both.
 */
class AcceptsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/html                                      | true
          TEXT/HTML                                      | true
          text/html;level=1                              | true
          text/html;charset=utf-8;q=0.5                  | true
          text/html, */*                                 | true
          text/html, */*;q=0.1                           | true
          text/*                                         | true
          text/html, text/*;q=0.5, image/*, application/* | true
          application/json, text/html;q=0.9              | false
          application/json, text/html                    | false
          text/html, application/json                    | false
          text/html;q=0.8, application/json;q=0.8        | false
          text/html;q=0.9, application/json;q=0.8        | true
          text/html;q=0.5, */*                           | false
          text/html;q=0, */*                             | false
          text/html;q=0                                  | false
          */*                                            | false
          application/json                               | false
          application/problem+json                       | false
          application/*, text/html;q=0.3                 | false
          image/avif,image/webp,*/*;q=0.8                | false
          text/event-stream                              | false
          text/html;q=2                                  | false
          text/html;q=x                                  | false
          text/htmlx                                     | false
          */*;q=;;                                       | false
          ,;,;q=                                         | false
          text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2 | false
          text/html, image/gif, image/jpeg, */*; q=0.2   | false
          """)
  void htmlIsForWhoWantsItMoreThanJson(String accept, boolean prefers) {
    assertEquals(prefers, Accepts.prefersHtml(List.of(accept)));
  }

  @Test
  void whoSaysNothingGetsJsonAndSeveralLinesAreOneList() {
    assertFalse(Accepts.prefersHtml(List.of()));
    assertFalse(Accepts.prefersHtml(List.of("")));
    assertTrue(Accepts.prefersHtml(List.of("application/json;q=0.2", "text/html")));
    assertFalse(Accepts.prefersHtml(List.of("text/html", "application/json")));
  }
}
