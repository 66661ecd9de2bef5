package dev.headgate.booking.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.Result;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import dev.headgate.booking.config.ShopConfig;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tickets as pictures and pages, read back as a gate and a reader of PDF do. */
class TicketPicturesTest {
  private final Tickets tickets;

  TicketPicturesTest(@TempDir Path folder) {
    this.tickets = Tickets.signedWith(new ShopConfig.Tickets(folder.resolve("tickets.key")));
  }

  private static String decoded(BufferedImage image) {
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    var source = new RGBLuminanceSource(image.getWidth(), image.getHeight(), pixels);
    try {
      Result result =
          new QRCodeReader()
              .decode(
                  new BinaryBitmap(new HybridBinarizer(source)),
                  Map.of(DecodeHintType.TRY_HARDER, Boolean.TRUE));
      return result.getText();
    } catch (ReaderException unread) {
      throw new IllegalStateException("not readable", unread);
    }
  }

  private static BufferedImage picture(byte[] png) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  @Test
  void thePictureIsReadAsTheText() throws IOException {
    for (TicketFace face : List.of(Faces.plain(), Faces.longest())) {
      BufferedImage image = picture(tickets.png(face));
      assertTrue(image.getWidth() >= 300 && image.getWidth() == image.getHeight());
      assertEquals(tickets.text(face), decoded(image));
    }
  }

  @Test
  void theLongestTicketStillFitsAVersionThatScans() {
    String text = tickets.text(Faces.longest());
    int version = (QrCode.of(text).modules() - 2 * 4 - 17) / 4;
    assertTrue(version <= 12, "version " + version + ", " + text.length() + " characters");
  }

  @Test
  void modulesAreWholePixelsWithAQuietZoneOfFour() throws IOException {
    BufferedImage image = picture(tickets.png(Faces.plain()));
    int modules = QrCode.of(tickets.text(Faces.plain())).modules();
    assertEquals(0, image.getWidth() % modules);
    int scale = image.getWidth() / modules;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        int rgb = image.getRGB(x, y) & 0xffffff;
        assertTrue(rgb == 0 || rgb == 0xffffff, "grey");
        assertEquals(image.getRGB(x / scale * scale, y / scale * scale) & 0xffffff, rgb);
        boolean quiet =
            Math.min(x, y) < 4 * scale || Math.max(x, y) >= image.getWidth() - 4 * scale;
        assertTrue(!quiet || rgb == 0xffffff, "the quiet zone is not quiet");
      }
    }
  }

  private static String text(byte[] pdf, int page) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      PDFTextStripper stripper = new PDFTextStripper();
      stripper.setStartPage(page);
      stripper.setEndPage(page);
      return stripper.getText(document).replaceAll("\\s+", " ");
    }
  }

  @Test
  void aPageSaysWhatTheTicketIs() throws IOException {
    byte[] pdf = tickets.pdf(List.of(Faces.plain()));
    String text = text(pdf, 1);
    for (String part :
        List.of(
            "Derby",
            "Headgate Arena",
            "Section B Row AA Seat 12",
            "premium 95.00 EUR",
            "Thursday 24 December 2026, 19:00 UTC",
            "tkt_AAAAAAAAAAAAAAAAAAAAAA")) {
      assertTrue(text.contains(part), part + " is missing in " + text);
    }
  }

  @Test
  void thereIsAPageATicketEachWithItsOwnCode() throws IOException {
    List<TicketFace> faces =
        IntStream.rangeClosed(1, 8)
            .mapToObj(number -> Faces.seat("t".repeat(21) + number, "C-" + number))
            .toList();
    byte[] pdf = tickets.pdf(faces);
    List<String> codes = new ArrayList<>();
    try (PDDocument document = Loader.loadPDF(pdf)) {
      assertEquals(8, document.getNumberOfPages());
      for (PDPage page : document.getPages()) {
        for (var name : page.getResources().getXObjectNames()) {
          if (page.getResources().getXObject(name) instanceof PDImageXObject image) {
            codes.add(decoded(image.getImage()));
          }
        }
      }
    }
    assertEquals(faces.stream().map(tickets::text).toList(), codes);
    assertTrue(text(pdf, 8).contains("Seat 8"));
    assertFalse(text(pdf, 7).contains("Seat 8"));
  }

  @Test
  void aPrintedPageScans() throws IOException {
    byte[] pdf = tickets.pdf(List.of(Faces.longest()));
    try (PDDocument document = Loader.loadPDF(pdf)) {
      BufferedImage printed = new PDFRenderer(document).renderImageWithDPI(0, 200);
      assertEquals(tickets.text(Faces.longest()), decoded(printed));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Łódź – Čeští přátelé",
        "Σπαρτακιάδα",
        "Чемпионат",
        "Đại nhạc hội",
        "İstanbul’da €"
      })
  void namesInLatinGreekAndCyrillicAreKept(String name) throws IOException {
    assertTrue(text(tickets.pdf(List.of(Faces.of(name, name))), 1).contains(name));
  }

  @ParameterizedTest
  @CsvSource({"東京 Dome, ?? Dome", "🎫 Derby, ? Derby", "'tab\tand\u0000nul', tab and?nul"})
  void lettersTheFontLacksAreReplacedAndStopNothing(String name, String shown) throws IOException {
    String text = text(tickets.pdf(List.of(Faces.of(name, "Arena"))), 1);
    assertTrue(text.contains(shown), text);
  }

  @Test
  void aTitleWithoutEndStaysOnThePage() throws IOException {
    for (String title : List.of("a ".repeat(2_000), "W".repeat(2_000), "", "\n\n")) {
      byte[] pdf = tickets.pdf(List.of(Faces.of(title, title)));
      try (PDDocument document = Loader.loadPDF(pdf)) {
        assertEquals(1, document.getNumberOfPages());
        assertNotNull(decoded(new PDFRenderer(document).renderImageWithDPI(0, 200)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4500, eur, 45.00 EUR",
    "5, gbp, 0.05 GBP",
    "0, eur, 0.00 EUR",
    "4500, jpy, 4500 JPY",
    "1, kwd, 0.001 KWD",
    "1234567, usd, 12345.67 USD",
    "100, zzz, 1.00 ZZZ",
  })
  void amountsAreWrittenWithTheirCurrency(long cents, String currency, String written) {
    assertEquals(written, Money.written(cents, currency));
  }
}
