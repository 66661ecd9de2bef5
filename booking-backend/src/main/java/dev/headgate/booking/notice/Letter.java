package dev.headgate.booking.notice;

import java.net.URI;
import java.util.List;

/** A letter in plain text and in HTML, written once. Whatever is put into it is only ever text. */
final class Letter {
  private static final int SUBJECT_LENGTH = 150;

  private final String subject;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder html = new StringBuilder();

  private Letter(String subject) {
    this.subject = subject;
  }

  static Letter about(String subject) {
    String line = OneLine.of(subject);
    int letters = Math.min(SUBJECT_LENGTH, line.codePointCount(0, line.length()));
    return new Letter(line.substring(0, line.offsetByCodePoints(0, letters)));
  }

  Letter say(String paragraph) {
    String line = OneLine.of(paragraph);
    text.append(line).append("\n\n");
    html.append("<p>").append(escaped(line)).append("</p>\n");
    return this;
  }

  Letter list(List<String> lines) {
    html.append("<ul>\n");
    for (String each : lines) {
      String line = OneLine.of(each);
      text.append("- ").append(line).append('\n');
      html.append("<li>").append(escaped(line)).append("</li>\n");
    }
    text.append('\n');
    html.append("</ul>\n");
    return this;
  }

  Letter link(URI address) {
    String written = address.toASCIIString();
    text.append(written).append("\n\n");
    html.append("<p><a href=\"")
        .append(escaped(written))
        .append("\">")
        .append(escaped(written))
        .append("</a></p>\n");
    return this;
  }

  String subject() {
    return subject;
  }

  String text() {
    return text.toString();
  }

  String html() {
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
        + escaped(subject)
        + "</title></head>\n<body style=\"font-family:sans-serif;max-width:40em\">\n"
        + html
        + "</body></html>\n";
  }

  private static String escaped(String plain) {
    return plain
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
