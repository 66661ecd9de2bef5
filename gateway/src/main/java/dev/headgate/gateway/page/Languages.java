package dev.headgate.gateway.page;

import dev.headgate.gateway.http.AcceptLanguage;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The languages the page speaks, in the order in which it offers them. */
final class Languages {
  /** Spoken to whoever wants none of the others. */
  private static final String OTHERWISE = "en";

  private static final List<String> TAGS =
      List.of("en", "de", "es", "fr", "it", "pt", "ar", "hi", "ja", "ko");

  private final Map<String, Words> words = new LinkedHashMap<>();

  Languages() {
    TAGS.forEach(tag -> words.put(tag, Words.of(tag)));
  }

  /** The language for a reader who may have chosen one by hand; one unknown is as good as none. */
  String best(AcceptLanguage wanted, @Nullable String byHand) {
    return byHand != null && words.containsKey(byHand)
        ? byHand
        : wanted.best(words.keySet()).orElse(OTHERWISE);
  }

  Collection<Words> all() {
    return words.values();
  }
}
