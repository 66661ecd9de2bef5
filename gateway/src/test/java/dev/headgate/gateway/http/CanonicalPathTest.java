package dev.headgate.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalPathTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/events/42/holds",
        "/events/42/holds/",
        "/Events/42/Holds",
        "/events/042/holds",
        "/a.b/..c/c../...",
        "/.well-known/jwks.json",
        "/a/-._~!$&'()*+,=:@",
        "/caf%C3%A9",
        "/caf%c3%a9",
        "/a%20b",
        "/100%25",
        "/100%25/x",
        "/%5Bslug%5D",
        "/q%3Fx%23y",
        "/%E2%82%AC/%F0%9F%8E%AB",
        "/%F4%8F%BF%BF",
      })
  void pathsThatReadOneWayPass(String path) {
    assertTrue(CanonicalPath.isCanonical(path), path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "events/42",
        "*",
        "http://x/events/42/holds",
        // Dot segments, plain and in disguise.
        "/.",
        "/..",
        "/./events",
        "/public/../events/42/holds",
        "/events/42/..",
        "/events/42/.",
        "/public/..%2fevents/42/holds",
        "/public/%2e%2e/events/42/holds",
        "/public/%2E./events",
        "/public/.%2e/events",
        "/%2e",
        "/a%2eb",
        // Encoded separators.
        "/events%2F42%2Fholds",
        "/events%2f42",
        "/events%5C42",
        "/events%5c42",
        "/events\\42",
        // Encoded twice.
        "/public/%252e%252e/events",
        "/a%252Fb",
        // Empty segments.
        "//",
        "//events/42/holds",
        "/events//42",
        "/events/42/holds//",
        // Path parameters.
        "/;/events/42/holds",
        "/events;x=1/42/holds",
        "/events/42;jsessionid=1/holds",
        "/static/..;/events/42/holds",
        "/events/42/holds;a=b",
        "/events/42/holds%3Ba=b",
        // NUL, controls, spaces at the edges of a segment.
        "/events/42/holds%00",
        "/events%00/42",
        "/events/%0d%0aX:y",
        "/events/%09",
        "/events/%7F",
        "/events/%1f",
        "/events/42/holds%20",
        "/events/%2042",
        "/a\u0000",
        "/a\tb",
        "/a b",
        "/a\u007f",
        "/a\nb",
        // What needs no encoding.
        "/%65vents/42",
        "/event%73",
        "/%34%32",
        "/a%2Db",
        "/a%5fb",
        "/a%7Eb",
        // Broken encodings.
        "/%",
        "/%4",
        "/%zz",
        "/%-1",
        "/a%2",
        "/%u002e",
        "/%\u0664\u0661",
        // Overlong, cut off, or no UTF-8 at all.
        "/%c0%ae",
        "/%c0%af",
        "/%c1%9c",
        "/%e0%80%ae",
        "/%e0%9f%bf",
        "/%f0%80%80%ae",
        "/%f0%8f%bf%bf",
        "/%80",
        "/%bf",
        "/%c3",
        "/%c3A9",
        "/%c3%41",
        "/%e2%82",
        "/%ed%a0%80",
        "/%f4%90%80%80",
        "/%f5%80%80%80",
        "/%ff",
        "/%fe%ff",
        "/%c2%85",
        // Bytes a path never holds.
        "/caf\u00e9",
        "/\uff0e\uff0e/",
        "/a?b",
        "/a#b",
        "/a\"b",
        "/a<b>",
        "/a|b",
        "/a^b",
        "/a`b",
        "/a{b}",
        "/[slug]",
      })
  void pathsThatAServerBehindUsMayReadDifferentlyAreRefused(String path) {
    assertFalse(CanonicalPath.isCanonical(path), path);
  }

  @Test
  void anEncodedCharacterPassesExactlyWhereOneByteHasOneMeaning() {
    int allowed = 0;
    for (int value = 0; value < 0x80; value++) {
      String path = "/a%" + String.format("%02X", value) + "b";
      allowed += CanonicalPath.isCanonical(path) ? 1 : 0;
    }
    // 128 less 33 controls, 62 letters and digits, 4 unreserved marks, '/', '\' and ';'.
    assertEquals(128 - 33 - 62 - 4 - 3, allowed);
  }

  @Test
  void aPathThatPassesDecodesToTheSameTextOnceAndHasNoOtherSegments() {
    Random random = new Random(20261201);
    String alphabet = "/.%;\\2eEfF0cCaAbB59~ ";
    int passed = 0;
    for (int round = 0; round < 200_000; round++) {
      String path = "/" + random(random, alphabet);
      if (CanonicalPath.isCanonical(path)) {
        passed++;
        URI read = URI.create(path);
        assertEquals(path, read.normalize().getRawPath(), path);
        String decoded = read.getPath();
        assertFalse(decoded.contains("\ufffd"), path);
        assertEquals(slashes(path), slashes(decoded), path);
        assertEquals(
            decoded, new String(decoded.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
      }
    }
    assertTrue(passed > 1_000, "paths that passed: " + passed);
  }

  private static String random(Random random, String alphabet) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(9);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private static long slashes(String text) {
    return text.chars().filter(c -> c == '/' || c == '\\').count();
  }
}
