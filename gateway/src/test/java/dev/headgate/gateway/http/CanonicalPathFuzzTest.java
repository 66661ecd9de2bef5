package dev.headgate.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.testing.Fuzz;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CanonicalPathFuzzTest {
  private static final long[] ONCE_FAILED = {20261201};
  private static final Pattern WRITTEN =
      Pattern.compile("(?:/(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})*)+");
  private static final Pattern ENCODED_FOR_NOTHING =
      Pattern.compile("%(?:2[dDeE]|5[fF]|7[eE]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9aA])");
  private static final Pattern ENCODED_TWICE = Pattern.compile("%25[0-9A-Fa-f]{2}");
  private static final String ALPHABET = "/.%;\\2eEfF0cCaAbB59~ \t\u0000\u00e9?#:@";
  private static final String[] PATHS = {
    "/",
    "/events/derby/holds",
    "/a.b/..c",
    "/caf%C3%A9",
    "/a%20b",
    "/100%25",
    "/%E2%82%AC",
    "/%F0%9F%8E%AB/x",
    "/orders/..%2f",
    "/%c0%ae",
    "/%ed%a0%80",
    "/a;b",
    "/%252e",
    "/x%20",
    "//",
  };

  @Test
  void whatIsCanonicalIsSoForASecondReaderToo() {
    Fuzz.run(
        4_000,
        ONCE_FAILED,
        random -> {
          for (int i = 0; i < 1_000; i++) {
            String path = path(random);
            assertEquals(isCanonical(path), CanonicalPath.isCanonical(path), path);
          }
        });
  }

  @Test
  void whatIsCanonicalIsTheSamePathHoweverOftenItIsReadAndNormalised() {
    Fuzz.run(
        12_000,
        ONCE_FAILED,
        random -> {
          for (int i = 0; i < 1_000; i++) {
            String path = path(random);
            if (CanonicalPath.isCanonical(path)) {
              URI read = URI.create(path);
              assertEquals(path, read.normalize().getRawPath(), path);
              String decoded = decoded(path);
              assertEquals(decoded, read.getPath(), path);
              // Who decodes again, trims, or takes the other slash finds no other segments.
              assertEquals(
                  List.of(path.split("/", -1)).size(), decoded.split("[/\\\\]", -1).length);
            }
          }
        });
  }

  private static String path(Random random) {
    return random.nextInt(4) == 0
        ? "/" + Fuzz.text(random, ALPHABET, 12)
        : Fuzz.mutated(random, Fuzz.oneOf(random, PATHS), ALPHABET);
  }

  /** The rule once more, with other means: a pattern, a strict decoder, and what comes out. */
  private static boolean isCanonical(String path) {
    if (!WRITTEN.matcher(path).matches()
        || ENCODED_FOR_NOTHING.matcher(path).find()
        || ENCODED_TWICE.matcher(path).find()) {
      return false;
    }
    String[] segments = path.substring(1).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      String segment = segments[i];
      boolean last = i == segments.length - 1;
      if ((segment.isEmpty() && !last)
          || segment.equals(".")
          || segment.equals("..")
          || segment.startsWith("%20")
          || segment.endsWith("%20")
          || !isText(segment)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isText(String segment) {
    try {
      return decoded(segment)
          .codePoints()
          .noneMatch(c -> Character.isISOControl(c) || "/\\;".indexOf(c) >= 0);
    } catch (CharacterCodingException foreign) {
      return false;
    }
  }

  private static String decoded(String written) throws CharacterCodingException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = 0; at < written.length(); at++) {
      if (written.charAt(at) == '%') {
        bytes.write(Integer.parseInt(written.substring(at + 1, at + 3), 16));
        at += 2;
      } else {
        bytes.write(written.charAt(at));
      }
    }
    return UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(bytes.toByteArray()))
        .toString();
  }
}
