package dev.headgate.gateway.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Locale;

/**
 * What a request says of the content it wants (RFC 9110, section 12.5.1), as far as our choices go.
 * What cannot be read is passed over: nobody is refused for a header that their program made up.
 */
public final class Accept {
  private static final String HTML = "text/html";

  /** Far more than any program sends; what comes after is not looked at. */
  private static final int MAX_CHARS = 2_000;

  private static final int UNSAID = -1;
  private static final int FULL = 1_000;

  /** What Java's URLConnection sends of its own accord, and its program knows nothing of. */
  private static final String UNASKED = "text/html, image/gif, image/jpeg, *";

  private int html = UNSAID;
  private int anyText = UNSAID;
  private int json = UNSAID;
  private int anyApplication = UNSAID;
  private int any = UNSAID;

  private Accept() {}

  /**
   * Whether HTML is wanted more than JSON, which is what whoever says nothing gets. Where both are
   * wanted alike, the one that is named counts.
   */
  public static boolean prefersHtml(MultiMap headers) {
    Accept accept = of(headers);
    int forHtml = first(accept.html, accept.anyText, accept.any);
    int forJson = first(accept.json, accept.anyApplication, accept.any);
    boolean htmlAlone = accept.html > 0 && accept.json == UNSAID;
    return forHtml > forJson || (forHtml == forJson && htmlAlone);
  }

  /** Whether HTML is named, however little it is wanted. */
  public static boolean namesHtml(MultiMap headers) {
    return of(headers).html > 0;
  }

  private static Accept of(MultiMap headers) {
    Accept accept = new Accept();
    List<String> lines = headers.getAll(HttpHeaders.ACCEPT);
    for (String line : lines) {
      if (!line.startsWith(UNASKED)) {
        accept.read(line);
      }
    }
    return accept;
  }

  private static int first(int... fromPrecise) {
    for (int weight : fromPrecise) {
      if (weight != UNSAID) {
        return weight;
      }
    }
    return 0;
  }

  private void read(String line) {
    if (line.indexOf(',') < 0 && line.indexOf(';') < 0) {
      note(line.strip().toLowerCase(Locale.ROOT), FULL); // Polls, of which there are many.
      return;
    }
    String some = line.substring(0, Math.min(line.length(), MAX_CHARS));
    for (String item : some.split(",", -1)) {
      String[] parts = item.split(";", -1);
      int weight = weight(parts);
      if (weight >= 0) {
        note(parts[0].strip().toLowerCase(Locale.ROOT), weight);
      }
    }
  }

  private void note(String type, int weight) {
    switch (type) {
      case HTML -> html = Math.max(html, weight);
      case "text/*" -> anyText = Math.max(anyText, weight);
      case "application/json", "application/problem+json" -> json = Math.max(json, weight);
      case "application/*" -> anyApplication = Math.max(anyApplication, weight);
      case "*/*", "*" -> any = Math.max(any, weight);
      default -> {} // Neither is what we have.
    }
  }

  /** In thousandths; negative where what stands for it is none. */
  private static int weight(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip();
      if (parameter.startsWith("q=") || parameter.startsWith("Q=")) {
        return AcceptLanguage.milli(parameter);
      }
    }
    return FULL;
  }
}
