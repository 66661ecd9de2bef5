package dev.headgate.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code pages}. Which languages and texts there are, and what is in the files, is for the
 * page to say.
 */
final class PageFields {
  private static final int MOST_THEMES = 50;
  private static final int MOST_LINKS = 8;
  private static final FieldType<String> FILE = FieldType.text(1000);
  private static final FieldType<String> TEXT = FieldType.text(1000);
  private static final FieldType<String> LABEL = FieldType.text(200);
  private static final FieldType<String> TO =
      new FieldType<>(
          "an address such as https://www.example/imprint, or a path such as /imprint",
          value -> value instanceof String text && leadsSomewhere(text) ? text : null);

  private final Path folder;

  private PageFields(Path folder) {
    this.folder = folder;
  }

  static Pages read(Fields fields, Path folder, FileLines lines) {
    if (fields.isAbsent("pages")) {
      return new Pages(null, Map.of(), lines);
    }
    Fields pages = fields.object("pages");
    Map<String, Theme> themes = pages.map("themes", Map.of(), new PageFields(folder)::theme);
    if (themes.size() > MOST_THEMES) {
      pages.wrong("themes", themes.size() + " themes", "at most " + MOST_THEMES);
    }
    String theme = pages.nullable("theme", GatewayConfigFile.NAME);
    pages.refuseUnknown();
    Pages read = new Pages(theme, themes, lines);
    if (theme != null && !themes.containsKey(theme)) {
      pages.wrong("theme", theme, read.expected());
    }
    return read;
  }

  private @Nullable Theme theme(Fields.Entry entry) {
    if (GatewayConfigFile.NAME.parse().parse(entry.key()) == null) {
      entry.wrong("under a name like box-office");
      return null;
    }
    Fields theme = entry.object();
    List<Palette> palettes = PaletteFields.read(theme.object("colours"));
    Theme read =
        new Theme(
            palettes.get(0),
            palettes.get(1),
            logo(theme),
            theme.map("texts", Map.of(), texts -> texts.object().each(text -> text.as(TEXT))),
            links(theme),
            file(theme.nullable("stylesheet", FILE)),
            file(theme.nullable("template", FILE)));
    theme.refuseUnknown();
    return read;
  }

  private Theme.@Nullable Logo logo(Fields theme) {
    if (theme.isAbsent("logo")) {
      return null;
    }
    Fields logo = theme.object("logo");
    Path file = folder.resolve(logo.required("file", FILE, "logo.svg")).normalize();
    Map<String, String> alt = inLanguages(logo, "alt");
    logo.refuseUnknown();
    return new Theme.Logo(file, alt);
  }

  private static List<Theme.Link> links(Fields theme) {
    List<Theme.Link> links =
        theme.list(
            "links",
            List.of(),
            entry -> {
              Fields link = entry.object();
              String to = link.required("to", TO, "/");
              Map<String, String> label = inLanguages(link, "label");
              link.refuseUnknown();
              return new Theme.Link(label, to);
            });
    if (links.size() > MOST_LINKS) {
      theme.wrong("links", links.size() + " links", "at most " + MOST_LINKS);
    }
    return links;
  }

  /** A text in several languages, English among them. */
  private static Map<String, String> inLanguages(Fields fields, String name) {
    Fields texts = fields.object(name);
    String english = texts.required("en", LABEL, "");
    return texts.each(text -> text.key().equals("en") ? english : text.as(LABEL));
  }

  private @Nullable Path file(@Nullable String name) {
    return name == null ? null : folder.resolve(name).normalize();
  }

  private static boolean leadsSomewhere(String text) {
    if (FieldType.path().parse().parse(text) != null) {
      return true;
    }
    try {
      URI uri = new URI(text);
      boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
      return web && uri.getHost() != null && uri.getRawUserInfo() == null && text.length() <= 500;
    } catch (URISyntaxException malformed) {
      return false;
    }
  }
}
