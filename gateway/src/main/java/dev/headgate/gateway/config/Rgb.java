package dev.headgate.gateway.config;

/** A colour of a screen (sRGB), each part 0 to 255. */
public record Rgb(int red, int green, int blue) {
  private static final Rgb BLACK = new Rgb(0, 0, 0);
  private static final Rgb WHITE = new Rgb(255, 255, 255);

  public Rgb {
    if (((red | green | blue) & ~0xff) != 0) {
      throw new IllegalArgumentException(
          "colour: " + red + ", " + green + ", " + blue + " (expected: 0 to 255 each)");
    }
  }

  /** One that is written {@code #rrggbb}. */
  public static Rgb of(String written) {
    int all = Integer.parseInt(written.substring(1), 16);
    return new Rgb(all >> 16 & 0xff, all >> 8 & 0xff, all & 0xff);
  }

  static FieldType<Rgb> type() {
    FieldType<String> written = FieldType.matching("#[0-9A-Fa-f]{6}", "a colour like #0a6a63");
    return new FieldType<>(
        written.expected(),
        value -> {
          String text = written.parse().parse(value);
          return text == null ? null : Rgb.of(text);
        });
  }

  /** How far two colours are apart, 1 to 21: the contrast ratio of WCAG 2.2. */
  public double contrast(Rgb other) {
    double mine = luminance();
    double theirs = other.luminance();
    return (Math.max(mine, theirs) + 0.05) / (Math.min(mine, theirs) + 0.05);
  }

  /** This colour with so many per cent of another. */
  Rgb mixed(Rgb other, int percent) {
    return new Rgb(
        mixed(red, other.red, percent),
        mixed(green, other.green, percent),
        mixed(blue, other.blue, percent));
  }

  /** This colour, further away from the one that is written on it. */
  Rgb awayFrom(Rgb written) {
    return mixed(written.luminance() > luminance() ? BLACK : WHITE, 25);
  }

  Rgb lighter(int percent) {
    return mixed(WHITE, percent);
  }

  /** The one of two that can be read better on this. */
  Rgb better(Rgb one, Rgb other) {
    return contrast(one) >= contrast(other) ? one : other;
  }

  private static int mixed(int one, int other, int percent) {
    return (one * (100 - percent) + other * percent + 50) / 100;
  }

  private double luminance() {
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  }

  private static double linear(int part) {
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }

  /** As style sheets have it. */
  @Override
  public String toString() {
    return "#%02x%02x%02x".formatted(red, green, blue);
  }
}
