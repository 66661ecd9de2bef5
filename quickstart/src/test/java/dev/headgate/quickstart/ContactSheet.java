package dev.headgate.quickstart;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Pictures of pages beside each other, each with its caption, for the documentation. */
final class ContactSheet {
  private static final Path FOLDER = Path.of("..", "docs", "images");
  private static final int MOST_COLOURS = 256;
  private static final String FIGURE =
      "<figure><figcaption>%s</figcaption><img src='data:image/png;base64,%s'></figure>";
  private static final String SHEET =
      """
      <!doctype html>
      <style>
      body{margin:0;padding:10px;width:%dpx;background:#888;columns:%d;column-gap:10px}
      figure{margin:0 0 10px;break-inside:avoid}
      img{display:block;width:100%%}
      figcaption{font:600 11px system-ui;background:#222;color:#fff;padding:2px 5px}
      </style>
      """;

  private final int width;
  private final int columns;
  private final List<String> figures = new ArrayList<>();

  /**
   * An empty one.
   *
   * @param width of each picture, in pixels
   */
  ContactSheet(int width, int columns) {
    this.width = width;
    this.columns = columns;
  }

  void add(String caption, byte[] png) {
    figures.add(FIGURE.formatted(caption, Base64.getEncoder().encodeToString(png)));
  }

  /** Draws it with a browser's page. */
  void write(Page page, String file) throws IOException {
    page.navigate("about:blank");
    page.setViewportSize(columns * (width + 10) + 10, 800);
    page.setContent(
        SHEET.formatted(columns * (width + 10) - 10, columns) + String.join("", figures));
    page.waitForFunction("[...document.images].every((one) => one.complete)");
    byte[] png = page.locator("body").screenshot(new Locator.ScreenshotOptions());
    BufferedImage drawn = ImageIO.read(new ByteArrayInputStream(png));
    if (!ImageIO.write(inFewColours(drawn), "png", FOLDER.resolve(file).toFile())) {
      throw new IOException("no writer for PNG");
    }
  }

  /** With the colours that are used most, which flat pages do well with. */
  private static BufferedImage inFewColours(BufferedImage drawn) {
    int[] pixels =
        drawn.getRGB(0, 0, drawn.getWidth(), drawn.getHeight(), null, 0, drawn.getWidth());
    int[] palette = palette(pixels);
    IndexColorModel colours =
        new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
    BufferedImage few =
        new BufferedImage(
            drawn.getWidth(), drawn.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colours);
    Map<Integer, Integer> nearest = new HashMap<>();
    for (int i = 0; i < pixels.length; i++) {
      int index = nearest.computeIfAbsent(coarse(pixels[i]), colour -> nearest(colour, palette));
      few.getRaster().setSample(i % drawn.getWidth(), i / drawn.getWidth(), 0, index);
    }
    return few;
  }

  private static int[] palette(int[] pixels) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int pixel : pixels) {
      counts.merge(coarse(pixel), 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .sorted(Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_COLOURS)
        .mapToInt(Map.Entry::getKey)
        .toArray();
  }

  /** In steps of four. */
  private static int coarse(int colour) {
    return (colour | 0xff000000) & 0xfffcfcfc;
  }

  private static int nearest(int colour, int[] palette) {
    Color wanted = new Color(colour);
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < palette.length; i++) {
      Color one = new Color(palette[i]);
      int red = one.getRed() - wanted.getRed();
      int green = one.getGreen() - wanted.getGreen();
      int blue = one.getBlue() - wanted.getBlue();
      int distance = red * red + green * green + blue * blue;
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }
}
