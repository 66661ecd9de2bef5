package dev.headgate.gateway.page;

import dev.headgate.gateway.page.Markup.Tag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a page of an operator's own must have and may not. It must have every element that the usual
 * page names by an id: the script finds them by it, and fans of every kind need them. What it may
 * not have, the policy mostly forbids, so that it would not work.
 */
final class OwnPageRules {
  /** Parts without which no page works; the others can be written out. */
  private static final List<String> NEEDED =
      List.of("root", "head", "noscript", "languageOptions", "languageLinks");

  /** What is for each page to say about its elements. */
  private static final Set<String> FREE =
      Set.of("class", "data-say", "dir", "aria-label", "aria-labelledby");

  private static final Set<String> FORBIDDEN =
      Set.of(
          ("script style base link iframe frame frameset object embed applet template plaintext xmp"
                  + " title textarea foreignobject math audio video portal")
              .split(" "));

  private static final Set<String> ADDRESSES =
      Set.of(
          "href xlink:href src srcset action formaction poster data cite ping background"
              .split(" "));

  private final Document.Spoken usual;
  private final String page;
  private final List<String> faults = new ArrayList<>();

  private OwnPageRules(Document.Spoken usual, String page) {
    this.usual = usual;
    this.page = page;
  }

  /** Everything that is wrong with a page that has been run in one language. */
  static List<String> faults(Document.Spoken usual, String page) {
    OwnPageRules rules = new OwnPageRules(usual, page);
    if (Markup.of(page).sound()) {
      rules.checkParts();
      rules.checkElements();
      rules.checkOwn();
    } else {
      rules.faults.add("a tag that cannot be read (expected: values in quotes, < as &lt;)");
    }
    return rules.faults;
  }

  private void checkParts() {
    for (String name : NEEDED) {
      if (!page.contains(usual.parts().getOrDefault(name, ""))) {
        faults.add("lacks {{{" + name + "}}}");
      }
    }
    if (!page.contains("<html " + usual.parts().get("root") + ">")) {
      faults.add("lacks <html {{{root}}}>");
    }
  }

  private void checkElements() {
    Map<String, List<Tag>> own = new LinkedHashMap<>();
    for (Tag tag : Markup.of(page).tags()) {
      own.computeIfAbsent(tag.id(), id -> new ArrayList<>()).add(tag);
    }
    for (Tag needed : Markup.of(usual.page()).tags()) {
      if (!needed.id().isEmpty()) {
        check(needed, own.getOrDefault(needed.id(), List.of()));
      }
    }
    own.forEach(
        (id, tags) -> {
          if (!id.isEmpty() && tags.size() > 1) {
            faults.add("has the id " + id + " " + tags.size() + " times");
          }
        });
  }

  private void check(Tag needed, List<Tag> own) {
    Tag wanted = new Tag(needed.name(), new LinkedHashMap<>(needed.attributes()));
    wanted.attributes().keySet().removeAll(FREE);
    boolean there =
        own.stream()
            .anyMatch(
                tag ->
                    tag.name().equals(wanted.name())
                        && tag.attributes().entrySet().containsAll(wanted.attributes().entrySet()));
    if (!there) {
      faults.add("lacks " + wanted);
    }
  }

  /** What is not of the usual page's parts. */
  private void checkOwn() {
    String own = page;
    for (String part :
        usual.parts().values().stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList()) {
      own = own.replace(part, "");
    }
    Markup.of(own).tags().forEach(this::checkOwn);
  }

  private void checkOwn(Tag tag) {
    if (FORBIDDEN.contains(tag.name()) || tag.attributes().containsKey("http-equiv")) {
      faults.add("has <" + tag.name() + "> of its own");
    }
    tag.attributes()
        .forEach(
            (name, value) -> {
              if (name.startsWith("on") || name.equals("style") || name.equals("srcdoc")) {
                faults.add("has " + name + "=\"…\", which the page's policy forbids");
              }
              if (ADDRESSES.contains(name)) {
                checkAddress(tag, name, value);
              }
            });
  }

  private void checkAddress(Tag tag, String name, String value) {
    boolean link = tag.name().equals("a") && name.equals("href");
    boolean allowed =
        value.startsWith("/")
            || value.startsWith("#")
            || (link ? value.matches("(?s)https?://.*") : value.startsWith("data:image/"));
    if (!allowed || value.startsWith("//") || Template.hasGap(value, "title")) {
      faults.add(
          "has %s=\"…\" at <%s>, which leads where the page may not".formatted(name, tag.name()));
    }
  }
}
