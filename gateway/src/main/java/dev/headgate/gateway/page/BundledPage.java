package dev.headgate.gateway.page;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** The page from this package's resources. Assets are named by their content's hash. */
final class BundledPage implements QueuePage {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          + "img-src 'self' data:; manifest-src 'none'; "
          + "base-uri 'none'; form-action 'self'";
  private static final int NAME_HASH_BYTES = 8;

  private final Template template;
  private final Map<String, Asset> assets;

  BundledPage() {
    Buffer css = resource("queue.css");
    Buffer js = Buffer.buffer(Script.of("queue.js", BundledPage::text));
    String cssName = "queue." + hash(css) + ".css";
    String jsName = "queue." + hash(js) + ".js";
    assets =
        Map.of(
            cssName, new Asset("text/css; charset=utf-8", css),
            jsName, new Asset("text/javascript; charset=utf-8", js));
    String html = text("queue.html");
    template = new Template(html.replace("{{css}}", cssName).replace("{{js}}", jsName));
  }

  @Override
  public String contentSecurityPolicy() {
    return POLICY;
  }

  @Override
  public Buffer document(String event, String title) {
    return document(event, title, false);
  }

  @Override
  public Buffer document(String event, String title, boolean keyRequired) {
    String dpop = keyRequired ? "required" : "";
    return Buffer.buffer(template.filled(Map.of("event", event, "title", title, "dpop", dpop)));
  }

  @Override
  public Optional<Asset> asset(String name) {
    return Optional.ofNullable(assets.get(name));
  }

  private static String text(String name) {
    return resource(name).toString(StandardCharsets.UTF_8);
  }

  private static Buffer resource(String name) {
    try (InputStream in = BundledPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + name);
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
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
