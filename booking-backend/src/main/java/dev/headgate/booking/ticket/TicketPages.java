package dev.headgate.booking.ticket;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;

/** A PDF with a page of A4 a ticket: the words above, the QR code below them. Lengths in points. */
final class TicketPages {
  private static final PDRectangle PAPER = PDRectangle.A4;
  private static final float MARGIN = 56;
  private static final float QR_SIZE = 227;
  private static final float LABEL = 10;
  private static final float TEXT = 14;
  private static final float TITLE = 26;
  private static final float SEAT = 22;
  private static final float LEADING = 1.3f;
  private static final int TITLE_LINES = 3;

  private final PDDocument document;
  private final PageFont font;

  private TicketPages(PDDocument document) throws IOException {
    this.document = document;
    this.font = PageFont.in(document);
  }

  static byte[] of(List<TicketFace> faces, Function<TicketFace, BufferedImage> qrCode) {
    try (PDDocument document = new PDDocument()) {
      TicketPages pages = new TicketPages(document);
      for (TicketFace face : faces) {
        pages.add(face, qrCode.apply(face));
      }
      document.getDocumentInformation().setTitle("Tickets");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void add(TicketFace face, BufferedImage qrCode) throws IOException {
    PDPage page = new PDPage(PAPER);
    document.addPage(page);
    var picture = LosslessFactory.createFromImage(document, qrCode);
    try (PDPageContentStream content = new PDPageContentStream(document, page)) {
      float y = PAPER.getHeight() - MARGIN;
      y = words(content, face, y) - QR_SIZE;
      content.drawImage(picture, MARGIN, y, QR_SIZE, QR_SIZE);
      y = line(content, "Ticket " + face.ticketId(), LABEL, y);
      var unused =
          line(content, "Show this code at the gate. It lets in one person, once.", LABEL, y);
    }
  }

  private float words(PDPageContentStream content, TicketFace face, float top) throws IOException {
    float y = top;
    float width = PAPER.getWidth() - 2 * MARGIN;
    for (String line : font.lines(face.title(), TITLE, width, TITLE_LINES)) {
      y = line(content, line, TITLE, y);
    }
    for (String line : font.lines(face.venue(), TEXT, width, TITLE_LINES)) {
      y = line(content, line, TEXT, y);
    }
    if (face.startsAt() != null) {
      y = line(content, "Starts " + FaceWords.time(face.startsAt()), TEXT, y);
    }
    y -= TEXT;
    y = line(content, FaceWords.place(face), SEAT, y);
    y = line(content, FaceWords.price(face), TEXT, y);
    y = line(content, "Issued " + FaceWords.time(face.issuedAt()), LABEL, y);
    return y - TEXT;
  }

  /** Writes one line below {@code y}, cut to the page, and answers where the next one begins. */
  private float line(PDPageContentStream content, String text, float size, float y)
      throws IOException {
    List<String> fitting = font.lines(text, size, PAPER.getWidth() - 2 * MARGIN, 1);
    content.beginText();
    content.setFont(font.face(), size);
    content.newLineAtOffset(MARGIN, y - size);
    content.showText(fitting.get(0));
    content.endText();
    return y - size * LEADING;
  }
}
