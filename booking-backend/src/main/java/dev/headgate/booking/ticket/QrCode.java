package dev.headgate.booking.ticket;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A QR code (ISO/IEC 18004) at level M with its quiet zone of four modules. */
final class QrCode {
  private static final int QUIET_MODULES = 4;
  private static final int LEAST_PIXELS = 400;
  private static final int WHITE = 0xffffff;
  private static final Map<EncodeHintType, ?> HINTS =
      Map.of(
          EncodeHintType.ERROR_CORRECTION,
          ErrorCorrectionLevel.M,
          EncodeHintType.MARGIN,
          QUIET_MODULES);

  private final BitMatrix modules;

  private QrCode(BitMatrix modules) {
    this.modules = modules;
  }

  static QrCode of(String text) {
    try {
      // Asked for no size, ZXing gives a pixel a module.
      return new QrCode(new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, 0, 0, HINTS));
    } catch (WriterException tooLong) {
      throw new IllegalArgumentException("QR code: " + text.length() + " characters", tooLong);
    }
  }

  /** Modules on each side, with the quiet zone. */
  int modules() {
    return modules.getWidth();
  }

  /** Whole pixels a module, so that every edge is sharp. */
  BufferedImage picture() {
    int scale = (LEAST_PIXELS + modules() - 1) / modules();
    int size = modules() * scale;
    BufferedImage picture = new BufferedImage(size, size, BufferedImage.TYPE_BYTE_BINARY);
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        picture.setRGB(x, y, modules.get(x / scale, y / scale) ? 0 : WHITE);
      }
    }
    return picture;
  }

  byte[] png() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // In memory: ImageIO would otherwise write a file first.
    try (var stream = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(picture(), "png", stream)) {
        throw new IllegalStateException("no writer for PNG");
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
