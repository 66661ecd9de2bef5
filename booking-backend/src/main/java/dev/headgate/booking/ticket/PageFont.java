package dev.headgate.booking.ticket;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/**
 * Liberation Sans (SIL Open Font License) as PDFBox brings it, of which only the glyphs used go
 * into the document. It has Latin, Greek and Cyrillic letters; a letter it lacks becomes {@value
 * #LACKING}.
 */
final class PageFont {
  static final String LACKING = "?";

  private static final String MORE = "...";
  private static final String FILE = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
  private static final byte[] BYTES = read();
  private static final float UNITS = 1_000;

  private final PDFont face;
  private final CmapLookup letters;

  private PageFont(PDFont face, CmapLookup letters) {
    this.face = face;
    this.letters = letters;
  }

  /** The document closes it. */
  static PageFont in(PDDocument document) throws IOException {
    TrueTypeFont font = new TTFParser().parse(new RandomAccessReadBuffer(BYTES));
    return new PageFont(PDType0Font.load(document, font, true), font.getUnicodeCmapLookup());
  }

  private static byte[] read() {
    try (InputStream file = PDFont.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("no font " + FILE);
      }
      return file.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  PDFont face() {
    return face;
  }

  /** The text in lines that fit, broken at spaces; what is more than so many lines is cut. */
  List<String> lines(String text, float size, float width, int most) throws IOException {
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String word : showable(text).split(" ", -1)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (line.isEmpty() || width(longer, size) <= width) {
        line = longer;
      } else {
        lines.add(line);
        line = word;
      }
    }
    lines.add(line);
    List<String> kept = new ArrayList<>(lines.subList(0, Math.min(most, lines.size())));
    if (kept.size() < lines.size()) {
      kept.set(most - 1, kept.get(most - 1) + MORE);
    }
    kept.replaceAll(each -> cut(each, size, width));
    return kept;
  }

  private String cut(String line, float size, float width) {
    String kept = line;
    while (width(kept, size) > width) {
      int most = kept.endsWith(MORE) ? kept.length() - MORE.length() : kept.length();
      kept = kept.substring(0, kept.offsetByCodePoints(most, -1)) + MORE;
    }
    return kept;
  }

  private float width(String text, float size) {
    try {
      return face.getStringWidth(text) / UNITS * size;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private String showable(String text) {
    StringBuilder shown = new StringBuilder();
    Normalizer.normalize(text, Normalizer.Form.NFC)
        .codePoints()
        .forEach(
            letter ->
                shown.append(
                    Character.isWhitespace(letter)
                        ? " "
                        : letters.getGlyphId(letter) == 0 ? LACKING : Character.toString(letter)));
    return shown.toString();
  }
}
