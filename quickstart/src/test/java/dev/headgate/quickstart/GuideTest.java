package dev.headgate.quickstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How a page of documentation is read as a script, and what counts as like it. */
class GuideTest {
  private static final String ASKS = "```http\nGET /a\nAccept: x/y\n```\n";
  private static final String ANSWERS = "```http\nHTTP/1.1 200\n\n{\n\n}\n```\n";

  @Test
  void requestsAnswersAndDirectionsAreReadInTheirOrder() {
    List<Guide.Step> steps = read("# Title\n" + ASKS + "so\n" + ANSWERS + "<!-- it rains -->\n");
    assertEquals(
        List.of(
            new Guide.Exchange(
                new Guide.Request(3, "GET", "/a", Map.of("Accept", "x/y"), ""),
                new Guide.Shown(200, Map.of(), "{\n\n}")),
            new Guide.Direction("it rains")),
        steps);
  }

  @Test
  void aBlockThatIsNotUnderstoodIsNeverPassedOver() {
    for (String page :
        List.of(
            "```json\n{}\n```\n",
            "```\nGET /a\n```\n",
            "```http\n```\n",
            "```http\nGET a\n```\n",
            "```http\nFETCH /a\n```\n",
            "```http\nHTTP/1.1 99\n```\n",
            "```http\nGET /a\nno header\n```\n",
            "```http\nGET /a\n",
            ASKS,
            ANSWERS,
            ASKS + ASKS + ANSWERS,
            ASKS + ANSWERS + ANSWERS)) {
      assertThrows(IllegalArgumentException.class, () -> read(page), page);
    }
  }

  @Test
  void whatIsShownMustBeThereWithItsTypeAndThereMayBeMore() {
    String shown = "{'a': 1, 'b': {'c': 'word', 'd': null}, 'e': [], 'f': true, 'g': 1.5}";
    assertLike(
        shown, "{'a': 22, 'b': {'c': 'word', 'd': null, 'x': 1}, 'e': [], 'f': true, 'g': 2.0}");
    for (String other :
        List.of(
            "{'b': {'c': 'word', 'd': null}, 'e': [], 'f': true, 'g': 1.5}",
            "{'a': '1', 'b': {'c': 'word', 'd': null}, 'e': [], 'f': true, 'g': 1.5}",
            "{'a': null, 'b': {'c': 'word', 'd': null}, 'e': [], 'f': true, 'g': 1.5}",
            "{'a': 1, 'b': 'word', 'e': [], 'f': true, 'g': 1.5}",
            "{'a': 1, 'b': {'c': 'other', 'd': null}, 'e': [], 'f': true, 'g': 1.5}",
            "{'a': 1, 'b': {'c': 'word'}, 'e': [], 'f': true, 'g': 1.5}",
            "{'a': 1, 'b': {'c': 'word', 'd': 0}, 'e': [], 'f': true, 'g': 1.5}",
            "{'a': 1, 'b': {'c': 'word', 'd': null}, 'e': [1], 'f': true, 'g': 1.5}",
            "{'a': 1, 'b': {'c': 'word', 'd': null}, 'e': {}, 'f': true, 'g': 1.5}",
            "{'a': 1, 'b': {'c': 'word', 'd': null}, 'e': [], 'f': false, 'g': 1.5}",
            "{'a': 1, 'b': {'c': 'word', 'd': null}, 'e': [], 'f': true, 'g': 1}")) {
      assertUnlike(shown, other);
    }
  }

  @Test
  void amountsAndStatusesAreTheSameEachTime() {
    assertUnlike("{'totalCents': 100}", "{'totalCents': 101}");
    assertUnlike("{'status': 409}", "{'status': 410}");
  }

  @Test
  void aListIsAsLongAsShownUnlessItGoesOn() {
    assertLike("{'a': ['x', '…']}", "{'a': ['x', 'y', 'z']}");
    assertUnlike("{'a': ['x', '…']}", "{'a': ['x']}");
    assertUnlike("{'a': ['x', '…']}", "{'a': ['y', 'x']}");
    assertUnlike("{'a': ['x']}", "{'a': ['x', 'y']}");
    assertUnlike("{'a': [{'b': 1}]}", "{'a': [{'c': 1}]}");
  }

  @Test
  void whatIsLeftOutOfATextMayBeAnythingButNotNothingAtAll() {
    assertTrue(Likeness.isLike("…", "a.b"));
    assertTrue(Likeness.isLike("hgp1.…", "hgp1.AbC"));
    assertTrue(Likeness.isLike("…immutable", "public, immutable"));
    assertFalse(Likeness.isLike("…", ""));
    assertFalse(Likeness.isLike("hgp1.…", "hge1.AbC"));
    assertFalse(Likeness.isLike("hgp1.…", "hgp1xAbC"));
    assertFalse(Likeness.isLike("word", "words"));
  }

  @Test
  void anInstantIsLikeAnyOtherAndLikeNothingElse() {
    String shown = "2026-12-01T10:00:00.000Z";
    assertTrue(Likeness.isLike(shown, "2030-01-02T03:04:05.678Z"));
    assertFalse(Likeness.isLike(shown, "2030-01-02T03:04:05Z"));
    assertFalse(Likeness.isLike(shown, "soon"));
  }

  private static List<Guide.Step> read(String page) {
    return Guide.steps(page.lines().toList());
  }

  private static void assertLike(String shown, String found) {
    assertNull(difference(shown, found));
  }

  private static void assertUnlike(String shown, String found) {
    assertNotNull(difference(shown, found), found);
  }

  private static @Nullable String difference(String shown, String found) {
    return Likeness.difference(
        new JsonObject(shown.replace('\'', '"')), new JsonObject(found.replace('\'', '"')));
  }
}
