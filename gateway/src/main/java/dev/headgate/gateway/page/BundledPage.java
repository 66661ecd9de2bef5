package dev.headgate.gateway.page;

import dev.headgate.gateway.http.AcceptLanguage;
import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page from this package's resources. Assets are named by their content's hash. */
final class BundledPage implements QueuePage {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          + "worker-src 'self'; img-src 'self' data:; manifest-src 'none'; "
          + "base-uri 'none'; form-action 'self'";
  private static final int NAME_HASH_BYTES = 8;

  private final Languages languages = new Languages();
  private final Map<String, Asset> assets = new HashMap<>();
  private final Map<String, Template> templates = new HashMap<>();
  private final Map<String, PlainDocument> plain = new HashMap<>();

  BundledPage() {
    String css = added("queue", "css", "text/css", Resources.bytes("queue.css"));
    Buffer script = Buffer.buffer(Script.of("queue.js", Resources::text));
    String js = added("queue", "js", "text/javascript", script);
    Buffer work = Buffer.buffer(Script.of("draw-worker.js", Resources::text));
    String worker = added("draw-worker", "js", "text/javascript", work);
    Map<String, String> wordFiles = new HashMap<>();
    for (Words words : languages.all()) {
      String name = "words." + words.language();
      Buffer compiled = words.compiled().toBuffer();
      wordFiles.put(words.language(), added(name, "json", "application/json", compiled));
    }
    Document document = new Document(Resources.text("queue.html"), languages.all(), wordFiles);
    Map<String, String> named = Map.of("css", css, "js", js, "worker", worker);
    for (Words words : languages.all()) {
      templates.put(words.language(), document.in(words, named));
      plain.put(
          words.language(),
          new PlainDocument(Resources.text("plain.html"), words, languages.all(), css));
    }
  }

  private String added(String name, String extension, String type, Buffer content) {
    String hashed = name + "." + hash(content) + "." + extension;
    assets.put(hashed, new Asset(type + "; charset=utf-8", content));
    return hashed;
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
    Template template = templates.get(language);
    if (template == null) {
      throw new IllegalArgumentException("language: " + language);
    }
    String dpop = shown.keyRequired() ? "required" : "";
    String to = shown.way().query();
    return Buffer.buffer(
        template.filled(
            Map.of("event", shown.event(), "title", shown.title(), "dpop", dpop, "to", to)));
  }

  @Override
  public Buffer plain(PlainPage shown, String language) {
    PlainDocument document = plain.get(language);
    if (document == null) {
      throw new IllegalArgumentException("language: " + language);
    }
    return Buffer.buffer(document.of(shown));
  }

  @Override
  public Optional<Asset> asset(String name) {
    return Optional.ofNullable(assets.get(name));
  }

  private static String hash(Buffer content) {
    try {
      byte[] sha = MessageDigest.getInstance("SHA-256").digest(content.getBytes());
      return HexFormat.of().formatHex(sha, 0, NAME_HASH_BYTES);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
