package dev.headgate.booking.notice;

/** Text that cannot break out of its line: of a header, of a log, of a plain letter. */
final class OneLine {
  private OneLine() {}

  static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().forEach(letter -> line.appendCodePoint(breaks(letter) ? ' ' : letter));
    return line.toString().strip();
  }

  /** Controls, line and paragraph separators, marks that turn the direction of writing. */
  static boolean breaks(int letter) {
    return switch (Character.getType(letter)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
