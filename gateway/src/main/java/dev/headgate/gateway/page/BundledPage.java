package dev.headgate.gateway.page;

import dev.headgate.gateway.config.Pages;
import dev.headgate.gateway.http.AcceptLanguage;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page from this package's resources, in the looks of a configuration. */
final class BundledPage implements QueuePage {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          + "worker-src 'self'; img-src 'self' data:; manifest-src 'none'; "
          + "base-uri 'none'; form-action 'self'";

  private final Languages languages = new Languages();
  private final Assets assets = new Assets();
  private final Map<String, Look> looks = new HashMap<>();
  private final Look otherwise;

  BundledPage(Pages pages) {
    Looks making = new Looks(pages.lines().folder(), languages.all(), assets);
    Look usual = making.usual();
    pages.themes().forEach((name, theme) -> looks.put(name, making.of(name, theme)));
    pages.lines().refuse(making.faults());
    String chosen = pages.theme();
    otherwise = chosen == null ? usual : Objects.requireNonNull(looks.get(chosen), chosen);
  }

  @Override
  public String contentSecurityPolicy() {
    return POLICY;
  }

  @Override
  public String language(AcceptLanguage wanted, @Nullable String byHand) {
    return languages.best(wanted, byHand);
  }

  @Override
  public Buffer document(Shown shown, String language) {
    return look(shown).document(shown, language);
  }

  @Override
  public Buffer plain(PlainPage page, String language) {
    return look(page.shown()).plain(page, language);
  }

  private Look look(Shown shown) {
    String theme = shown.theme();
    return theme == null ? otherwise : looks.getOrDefault(theme, otherwise);
  }

  @Override
  public Optional<Asset> asset(String name) {
    return assets.get(name);
  }
}
