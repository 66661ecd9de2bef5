package dev.headgate.gateway.edge;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.util.Map;

/** A QR code (ISO/IEC 18004) at level M, with its quiet zone of four modules, as SVG. */
final class SvgQrCode {
  private static final Map<EncodeHintType, ?> HINTS =
      Map.of(EncodeHintType.ERROR_CORRECTION, ErrorCorrectionLevel.M, EncodeHintType.MARGIN, 4);

  private SvgQrCode() {}

  static String of(String text) {
    try {
      // Asked for no size, ZXing gives a pixel a module.
      return svg(new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, 0, 0, HINTS));
    } catch (WriterException tooLong) {
      // Without the text, which is a secret.
      throw new IllegalArgumentException("QR code: " + text.length() + " characters", tooLong);
    }
  }

  private static String svg(BitMatrix modules) {
    int size = modules.getWidth();
    StringBuilder out = new StringBuilder(16_384);
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ").append(size);
    out.append(' ').append(size).append("\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" ");
    out.append("d=\"M0 0h").append(size).append('v').append(size).append("H0z\"/><path d=\"");
    for (int y = 0; y < size; y++) {
      row(out, modules, y);
    }
    return out.append("\"/></svg>").toString();
  }

  /** One rectangle for each run of dark modules. */
  private static void row(StringBuilder out, BitMatrix modules, int y) {
    int from = -1;
    for (int x = 0; x <= modules.getWidth(); x++) {
      boolean dark = x < modules.getWidth() && modules.get(x, y);
      if (dark && from < 0) {
        from = x;
      } else if (!dark && from >= 0) {
        int run = x - from;
        out.append('M').append(from).append(' ').append(y);
        out.append('h').append(run).append("v1h-").append(run).append('z');
        from = -1;
      }
    }
  }
}
