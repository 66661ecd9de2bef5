package dev.headgate.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptTest {
  private static MultiMap headers(String... lines) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    List.of(lines).forEach(line -> headers.add("Accept", line));
    return headers;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/html                                      | true  | true
          TEXT/HTML                                      | true  | true
          text/html;level=1                              | true  | true
          text/html;charset=utf-8;q=0.5                  | true  | true
          text/html, */*                                 | true  | true
          text/html, */*;q=0.1                           | true  | true
          text/*                                         | true  | false
          text/html, text/*;q=0.5, image/*, application/* | true | true
          application/json, text/html;q=0.9              | false | true
          application/json, text/html                    | false | true
          text/html, application/json                    | false | true
          text/html;q=0.8, application/json;q=0.8        | false | true
          text/html;q=0.9, application/json;q=0.8        | true  | true
          text/html;q=0.5, */*                           | false | true
          text/html;q=0, */*                             | false | false
          text/html;q=0                                  | false | false
          */*                                            | false | false
          application/json                               | false | false
          application/problem+json                       | false | false
          application/*, text/html;q=0.3                 | false | true
          image/avif,image/webp,*/*;q=0.8                | false | false
          text/event-stream                              | false | false
          text/html;q=2                                  | false | false
          text/html;q=x                                  | false | false
          text/htmlx                                     | false | false
          */*;q=;;                                       | false | false
          ,;,;q=                                         | false | false
          text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2 | false | false
          text/html, image/gif, image/jpeg, */*; q=0.2   | false | false
          """)
  void htmlIsForWhoWantsItMoreThanJson(String accept, boolean prefers, boolean names) {
    assertEquals(prefers, Accept.prefersHtml(headers(accept)), "prefers");
    assertEquals(names, Accept.namesHtml(headers(accept)), "names");
  }

  @Test
  void whoSaysNothingGetsJsonAndSeveralLinesAreOneList() {
    assertFalse(Accept.prefersHtml(headers()));
    assertFalse(Accept.prefersHtml(headers("")));
    assertTrue(Accept.prefersHtml(headers("application/json;q=0.2", "text/html")));
    assertFalse(Accept.prefersHtml(headers("text/html", "application/json")));
  }

  @Test
  void aListWithoutEndIsReadNoFurtherThanAnyProgramWrites() {
    assertFalse(Accept.prefersHtml(headers("a/b,".repeat(10_000) + "text/html")));
    assertFalse(Accept.prefersHtml(headers(";".repeat(10_000))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /                                | true
          /events/derby/seats?a=b&c=%2F%5C | true
          /a//b                            | true
          /?to=https://elsewhere.example/  | true
          //elsewhere.example              | false
          /\\elsewhere.example             | false
          /a\\b                            | false
          elsewhere                        | false
          https://elsewhere.example/       | false
          /a#b                             | false
          /a b                             | false
          /é                               | false
          ''                               | false
          """)
  void anAddressOnThisOriginBeginsWithOneSlashAndHasNothingThatBrowsersReadOtherwise(
      String address, boolean local) {
    assertEquals(local, LocalAddress.isOne(address));
  }

  @Test
  void controlCharactersAndEndlessAddressesAreNone() {
    for (int c = 0; c < 0x20; c++) {
      assertFalse(LocalAddress.isOne("/" + (char) c + "/elsewhere.example"));
    }
    assertFalse(LocalAddress.isOne("/\u007f"));
    assertTrue(LocalAddress.isOne("/" + "a".repeat(999)));
    assertFalse(LocalAddress.isOne("/" + "a".repeat(1_000)));
  }
}
