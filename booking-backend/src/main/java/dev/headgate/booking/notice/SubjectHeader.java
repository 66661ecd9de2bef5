package dev.headgate.booking.notice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A subject as encoded words (RFC 2047). The mail client encodes half a letter at a time, and so
 * loses those beyond U+FFFF.
 */
final class SubjectHeader {
  // An encoded word has 75 characters at most: 45 bytes are 60 in base64, and 12 stand around it.
  private static final int WORD_BYTES = 45;

  private SubjectHeader() {}

  /** {@code subject} has been through {@link OneLine}. */
  static String of(String subject) {
    boolean isPlain =
        subject.chars().allMatch(letter -> letter >= ' ' && letter <= '~')
            && !subject.contains("=?");
    if (isPlain) {
      return subject;
    }
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int bytes = 0;
    for (int codePoint : subject.codePoints().toArray()) {
      String letter = Character.toString(codePoint);
      int more = letter.getBytes(StandardCharsets.UTF_8).length;
      if (bytes + more > WORD_BYTES) {
        words.add(encoded(word.toString()));
        word.setLength(0);
        bytes = 0;
      }
      word.append(letter);
      bytes += more;
    }
    words.add(encoded(word.toString()));
    return String.join("\r\n ", words);
  }

  private static String encoded(String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    return "=?UTF-8?B?" + Base64.getEncoder().encodeToString(bytes) + "?=";
  }
}
