package dev.headgate.gateway.config;

/**
 * The colours of a page in one colour scheme.
 *
 * @param accent links, progress, and what the button is filled with
 * @param onAccent what is written on the button
 * @param ground what lies behind everything
 * @param panel what the place is shown on
 * @param ink text
 * @param soft text beside it, and the lines around fields
 * @param trough what progress is still missing
 */
public record Palette(
    Rgb accent, Rgb onAccent, Rgb ground, Rgb panel, Rgb ink, Rgb soft, Rgb trough) {

  /** The usual one where it is light. */
  public static final Palette LIGHT =
      new Palette(
          Rgb.of("#0a6a63"),
          Rgb.of("#ffffff"),
          Rgb.of("#f4f2ec"),
          Rgb.of("#fffefb"),
          Rgb.of("#17262b"),
          Rgb.of("#516168"),
          Rgb.of("#e3e9e6"));

  /** The usual one where it is dark. */
  public static final Palette DARK =
      new Palette(
          Rgb.of("#7bd9ca"),
          Rgb.of("#05211d"),
          Rgb.of("#0d1517"),
          Rgb.of("#142023"),
          Rgb.of("#e8efed"),
          Rgb.of("#a1b3b4"),
          Rgb.of("#22343a"));

  /** The button under the pointer; what is written on it can be read even better. */
  public Rgb accentDeep() {
    return accent.awayFrom(onAccent);
  }

  /** The line around the panel. */
  public Rgb edge() {
    return panel.mixed(ink, 14);
  }

  /** The ground where the accent shines through it, at the foot of the page. */
  Rgb water() {
    return ground.mixed(accent, 8);
  }
}
