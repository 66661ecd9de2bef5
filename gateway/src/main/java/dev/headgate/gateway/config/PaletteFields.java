package dev.headgate.gateway.config;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Reads the colours of one scheme, each under its name and the scheme's ending. */
final class PaletteFields {
  /** What WCAG 2.2 asks of text (1.4.3); of parts it asks 3 (1.4.11), and all parts have these. */
  private static final double READABLE = 4.5;

  private static final FieldType<Rgb> COLOUR = Rgb.type();

  private final Fields fields;
  private final String ending;

  private PaletteFields(Fields fields, String ending) {
    this.fields = fields;
    this.ending = ending;
  }

  /** A colour where it shows, and the keys that it comes from, its own first. */
  private record Spot(String name, Rgb colour, List<String> keys) {
    static Spot of(String key, Rgb colour) {
      return new Spot(key, colour, List.of(key));
    }
  }

  /** Both schemes, the light one first. */
  static List<Palette> read(Fields fields) {
    Palette light = new PaletteFields(fields, "").read(Palette.LIGHT, Palette.LIGHT.accent());
    boolean own = fields.has("accent");
    Palette dark =
        new PaletteFields(fields, "Dark")
            .read(Palette.DARK, own ? lit(light.accent()) : Palette.DARK.accent());
    fields.refuseUnknown();
    return List.of(light, dark);
  }

  /** An accent for the light, made fit for the usual dark ground, panel and trough. */
  private static Rgb lit(Rgb accent) {
    Rgb brighter = accent;
    for (int white = 5; white < 100 && !isReadable(brighter, Palette.DARK.trough()); white += 5) {
      brighter = accent.lighter(white);
    }
    return brighter;
  }

  private Palette read(Palette usual, Rgb usualAccent) {
    Rgb accent = colour("accent", usualAccent);
    Rgb panel = colour("panel", usual.panel());
    Rgb ink = colour("ink", usual.ink());
    boolean plain = panel.equals(usual.panel()) && ink.equals(usual.ink());
    Rgb readable = accent.better(Palette.LIGHT.onAccent(), Palette.DARK.onAccent());
    Palette palette =
        new Palette(
            accent,
            colour("onAccent", readable),
            colour("ground", usual.ground()),
            panel,
            ink,
            colour("soft", usual.soft()),
            colour("trough", plain ? usual.trough() : panel.mixed(ink, 8)));
    if (fields.errors().isEmpty()) {
      check(palette);
    }
    return palette;
  }

  private Rgb colour(String name, Rgb fallback) {
    return fields.optional(name + ending, COLOUR, fallback);
  }

  private void check(Palette of) {
    Spot ground = Spot.of("ground", of.ground());
    Spot panel = Spot.of("panel", of.panel());
    Spot trough = new Spot("trough", of.trough(), List.of("trough", "panel", "ink"));
    Spot water = new Spot("ground under the waves", of.water(), List.of("ground"));
    Spot accent = Spot.of("accent", of.accent());
    for (Spot behind : List.of(ground, panel, water)) {
      check(Spot.of("ink", of.ink()), behind);
      check(Spot.of("soft", of.soft()), behind);
      check(accent, behind);
    }
    check(accent, trough);
    check(Spot.of("onAccent", of.onAccent()), accent);
  }

  private void check(Spot written, Spot behind) {
    if (isReadable(written.colour(), behind.colour())) {
      return;
    }
    String blamed =
        Stream.concat(written.keys().stream(), behind.keys().stream())
            .filter(key -> fields.has(key + ending))
            .findFirst()
            .orElse(written.name());
    // Cut, not rounded: 4.49 is not 4.5.
    double ratio = Math.floor(written.colour().contrast(behind.colour()) * 100) / 100;
    fields.wrong(
        blamed + ending,
        String.format(
            Locale.ROOT,
            "%s %s on %s %s has a contrast of %.2f:1",
            written.name(),
            written.colour(),
            behind.name(),
            behind.colour(),
            ratio),
        "at least 4.5:1");
  }

  private static boolean isReadable(Rgb written, Rgb behind) {
    return written.contrast(behind) >= READABLE;
  }
}
