package dev.headgate.gateway.page;

import dev.headgate.gateway.config.FieldError;
import dev.headgate.gateway.config.Theme;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Makes looks, with the assets that they need, and notes what is wrong with their themes. */
final class Looks {
  private final Path folder;
  private final Collection<Words> languages;
  private final Assets assets;
  private final Map<String, String> scripts;
  private final List<FieldError> faults = new ArrayList<>();

  /**
   * @param folder what the files of themes have to be in
   */
  Looks(Path folder, Collection<Words> languages, Assets assets) {
    this.folder = folder;
    this.languages = languages;
    this.assets = assets;
    Buffer script = Buffer.buffer(Script.of("queue.js", Resources::text));
    Buffer worker = Buffer.buffer(Script.of("draw-worker.js", Resources::text));
    Buffer solver = Buffer.buffer(Script.of("challenge-worker.js", Resources::text));
    scripts =
        Map.of(
            "js", assets.addText("queue", "js", "text/javascript", script),
            "worker", assets.addText("draw-worker", "js", "text/javascript", worker),
            "solver", assets.addText("challenge-worker", "js", "text/javascript", solver));
  }

  /** What is wrong with the themes so far; with anything in it, no look is to be used. */
  List<FieldError> faults() {
    return faults;
  }

  Look usual() {
    Map<String, String> named = named(Resources.bytes("queue.css"));
    return look(
        new Made(languages, Document.UNADORNED, named),
        (document, words) -> document.page(words, named));
  }

  /** The look of a theme, which stands in the configuration under that name. */
  Look of(String name, Theme theme) {
    String field = "pages.themes." + name;
    List<Words> all = words(field, theme);
    Document.Adornment adorned = new Document.Adornment(theme.logo() != null, theme.links().size());
    Map<String, String> named = named(field, theme);
    Made made = new Made(all, adorned, named);
    Path own = theme.template();
    return own == null
        ? look(made, (document, words) -> document.page(words, named))
        : attempt(
            field + ".template",
            () -> {
              OwnPage page = new OwnPage(ThemeFile.text(folder, own));
              return look(made, (document, words) -> page.page(document.spoken(words, named)));
            },
            new Look(Map.of(), Map.of()));
  }

  private List<Words> words(String field, Theme theme) {
    OwnTexts texts = new OwnTexts(field, theme, faults);
    texts.refuseOthers(languages.stream().map(Words::language).toList());
    return languages.stream().map(texts::in).toList();
  }

  /** What a look is made of: its words, what its theme adds, and its assets by what they are. */
  private record Made(
      Collection<Words> all, Document.Adornment adorned, Map<String, String> named) {}

  private Look look(Made made, BiFunction<Document, Words, String> page) {
    Map<String, String> wordFiles = new HashMap<>();
    for (Words words : made.all) {
      Buffer compiled = words.compiled().toBuffer();
      String file =
          assets.addText("words." + words.language(), "json", "application/json", compiled);
      wordFiles.put(words.language(), file);
    }
    Document document = new Document(made.adorned, made.all, wordFiles);
    Map<String, Template> templates = new HashMap<>();
    Map<String, PlainDocument> plain = new HashMap<>();
    for (Words words : made.all) {
      templates.put(words.language(), Template.ofGaps(page.apply(document, words)));
      plain.put(words.language(), new PlainDocument(words, made.all, made.named));
    }
    return new Look(templates, plain);
  }

  /** What the document fills in of a theme. */
  private Map<String, String> named(String field, Theme theme) {
    Map<String, String> named = named(sheet(field, theme));
    Theme.Logo logo = theme.logo();
    if (logo != null) {
      named.put("logo", logo(field, logo.file()));
    }
    for (int i = 0; i < theme.links().size(); i++) {
      named.put("to:" + i, theme.links().get(i).to());
    }
    return named;
  }

  private Map<String, String> named(Buffer sheet) {
    Map<String, String> named = new HashMap<>(scripts);
    named.put("css", assets.addText("queue", "css", "text/css", sheet));
    return named;
  }

  private Buffer sheet(String field, Theme theme) {
    Path file = theme.stylesheet();
    String own =
        file == null
            ? ""
            : attempt(
                field + ".stylesheet", () -> ThemeSheet.checked(ThemeFile.text(folder, file)), "");
    return Buffer.buffer(ThemeSheet.of(Resources.text("queue.css"), theme, own));
  }

  private String logo(String field, Path file) {
    LogoPicture picture =
        attempt(field + ".logo.file", () -> LogoPicture.read(folder, file), LogoPicture.NONE);
    return assets.add("logo", picture.extension(), picture.contentType(), picture.bytes());
  }

  private <T> T attempt(String field, Supplier<T> work, T otherwise) {
    try {
      return work.get();
    } catch (IllegalArgumentException unusable) {
      faults.add(new FieldError(field, String.valueOf(unusable.getMessage())));
      return otherwise;
    }
  }
}
