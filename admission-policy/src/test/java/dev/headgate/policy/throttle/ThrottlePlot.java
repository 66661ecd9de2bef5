package dev.headgate.policy.throttle;

import dev.headgate.policy.throttle.ThrottledSale.Second;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Draws {@code docs/images/throttle.svg}: one simulated sale against a shop whose capacity is
 * stepped down and up again. Run with the file's path to write it.
 */
final class ThrottlePlot {
  private static final int SECONDS = 2_400;
  private static final int LEFT = 60;
  private static final int WIDTH = 800;
  private static final int RATE_TOP = 50;
  private static final int RATE_HEIGHT = 220;
  private static final int SLOW_TOP = 320;
  private static final int SLOW_HEIGHT = 90;
  private static final double MOST_RATE = 1_100;
  private static final double MOST_MILLIS = 3_000;

  private final StringBuilder svg = new StringBuilder();

  private ThrottlePlot() {}

  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[0]), svg());
  }

  /** The same text every time. */
  static String svg() {
    ThrottledSale sale = new ThrottledSale(new ModelBackend.Kind(10, 3, 0.1), 1);
    sale.run(ThrottledSale.PLENTY, 120);
    sale.run(550, 480);
    sale.run(350, 420);
    sale.run(700, 480);
    sale.run(ThrottledSale.PLENTY, 900);
    return new ThrottlePlot().of(sale.seconds());
  }

  private String of(List<Second> seconds) {
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 450\" role=\"img\""
            + " font-family=\"sans-serif\" font-size=\"12\">");
    line("<title>The throttle against a shop whose capacity is stepped down and up</title>");
    line("<rect width=\"900\" height=\"450\" fill=\"#fff\"/>");
    axes();
    curve(seconds, "#b0b7c0", s -> rateY(Math.min(MOST_RATE, s.capacity())));
    curve(seconds, "#0b6e4f", s -> rateY(s.perMinute()));
    curve(seconds, "#b3541e", s -> slowY(Math.min(MOST_MILLIS, s.p95Millis().orElse(0))));
    line("</svg>");
    return svg.toString();
  }

  private void axes() {
    text(LEFT, 24, "#0b6e4f", "admissions a minute that the throttle leaves of a dial of 1,000");
    text(LEFT + 420, 24, "#7a828c", "capacity of the shop (cut off at 1,100)");
    text(LEFT, 308, "#b3541e", "p95 of holds, milliseconds (limit 1,000; cut off at 3,000)");
    for (int rate = 0; rate <= 1_000; rate += 250) {
      level(rateY(rate), Integer.toString(rate), "#e3e6ea");
    }
    for (int millis = 0; millis <= 3_000; millis += 1_000) {
      level(slowY(millis), Integer.toString(millis), millis == 1_000 ? "#b3541e" : "#e3e6ea");
    }
    for (int minute = 0; minute <= SECONDS / 60; minute += 5) {
      text(x(minute * 60) - 4, 430, "#444", Integer.toString(minute));
    }
    text(LEFT + 340, 446, "#444", "minutes");
  }

  private void level(double y, String name, String colour) {
    line(
        say(
            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
            LEFT, LEFT + WIDTH, y, y, colour));
    line(
        say(
            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#444\">%s</text>",
            LEFT - 6, y + 4, name));
  }

  /** Five seconds a point are as many as can be seen. */
  private void curve(List<Second> seconds, String colour, ToDoubleFunction<Second> y) {
    StringBuilder points = new StringBuilder();
    for (int second = 0; second < seconds.size(); second += 5) {
      points.append(say("%.1f,%.1f ", x(second), y.applyAsDouble(seconds.get(second))));
    }
    line(
        say(
            "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" points=\"%s\"/>",
            colour, points.toString().strip()));
  }

  private void text(double x, int y, String colour, String words) {
    line(say("<text x=\"%.0f\" y=\"%d\" fill=\"%s\">%s</text>", x, y, colour, words));
  }

  private static double x(int second) {
    return LEFT + (double) WIDTH * second / SECONDS;
  }

  private static double rateY(double rate) {
    return RATE_TOP + RATE_HEIGHT * (1 - rate / MOST_RATE);
  }

  private static double slowY(double millis) {
    return SLOW_TOP + SLOW_HEIGHT * (1 - millis / MOST_MILLIS);
  }

  private void line(String text) {
    svg.append(text).append('\n');
  }

  private static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
