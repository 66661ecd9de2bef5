package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which versions a change names, in every form the header has. The event's version is 1. */
class PreconditionsTest extends OperatorHttp {
  private static final String DIALS = "/api/events/derby/dials";
  private static final String JSON = "application/json";

  private HttpResponse<String> patched(List<String> ifMatch) throws Exception {
    HttpRequest.Builder patch =
        request(DIALS, ADMIN)
            .header("Content-Type", JSON)
            .method("PATCH", BodyPublishers.ofString("{\"newUsersPerMinute\":7}"));
    ifMatch.forEach(line -> patch.header("If-Match", line));
    return exchange(patch.build());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "200 | *",
        "200 | \"1\"",
        "200 | \"0\", \"1\"",
        "200 | W/\"1\",\"1\"",
        "412 | \"0\"",
        "412 | \"01\"",
        "412 | W/\"1\"",
        "400 | \"1 \"",
        "412 | \"\"",
        "412 | \"99999999999999999999999999\"",
        "400 | 1",
        "400 | \"1",
        "400 | *, \"1\"",
        "400 | \"1\",",
        "400 | ,",
        "400 | \"0\"\"1\""
      })
  void aHeaderIsTakenAsTheStandardHasIt(int status, String header) throws Exception {
    assertEquals(status, patched(List.of(header)).statusCode(), header);
  }

  @Test
  void severalLinesAreOneList() throws Exception {
    assertEquals(400, patched(List.of("\"1\"", "one")).statusCode());
    assertEquals(400, patched(List.of("\"1\"", "*")).statusCode());
    assertEquals(412, patched(List.of("\"0\"", "\"5\"")).statusCode());
    assertEquals(200, patched(List.of("\"0\"", "\"1\"")).statusCode());
  }

  @Test
  void aListAsLongAsAHeaderMayBeIsRead() throws Exception {
    String list = String.join(",", Collections.nCopies(1_900, "\"0\""));
    assertEquals(412, patched(List.of(list)).statusCode());
    assertEquals(200, patched(List.of(list + ",\"1\"")).statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json; charset=utf-16",
        "application/json;charset=iso-8859-1",
        "application/json; x=y; Charset=\"us-ascii\""
      })
  void aBodyThatSaysItIsNoUtf8IsOfAnotherKind(String type) throws Exception {
    HttpRequest.Builder patch =
        request(DIALS, ADMIN)
            .header("Content-Type", type)
            .method("PATCH", BodyPublishers.ofString("{}"));
    assertProblem(415, "unsupported-media-type", exchange(patch.build()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE"})
  void aBodyThatIsNoUtf8IsMalformed(String charset) throws Exception {
    byte[] body = "{\"newUsersPerMinute\":7}".getBytes(charset);
    for (String type : List.of(JSON, "application/json; charset=\"UTF-8\"")) {
      HttpRequest.Builder patch =
          request(DIALS, ADMIN)
              .header("Content-Type", type)
              .method("PATCH", BodyPublishers.ofByteArray(body));
      assertProblem(400, "bad-request", exchange(patch.build()));
    }
    assertEquals(600, events.now("derby").settings().dials().newUsersPerMinute());
  }
}
