package dev.headgate.gateway.page;

import dev.headgate.gateway.page.Markup.Tag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a page of an operator's own must have and may not. It must have every element that the usual
 * page names by an id: the script finds them by it, and fans of every kind need them. What it may
 * have of its own are elements of a list, none of which runs anything, loads anything but pictures,
 * or has a content that browsers read otherwise than as markup.
 */
final class OwnPageRules {
  /** Parts without which no page works, beside the attributes of the whole. */
  private static final List<String> NEEDED =
      List.of("head", "noscript", "languageOptions", "languageLinks");

  /** What is for each page to say about its elements. */
  private static final Set<String> FREE =
      Set.of("class", "data-say", "dir", "aria-label", "aria-labelledby");

  private static final Set<String> ALLOWED =
      Set.of(
          ("html head body meta main header footer section article aside nav search address hgroup"
                  + " h1 h2 h3 h4 h5 h6 div p span hr br wbr pre blockquote figure figcaption ul ol"
                  + " menu li dl dt dd a abbr b bdi bdo cite code data del dfn em i ins kbd mark q"
                  + " ruby rb rp rt rtc s samp small strong sub sup time u var img picture source"
                  + " map area table caption colgroup col thead tbody tfoot tr th td details summary"
                  + " dialog form fieldset legend label input button select optgroup option datalist"
                  + " output meter progress noscript"
                  + " svg g defs symbol use path rect circle ellipse line polyline polygon text"
                  + " tspan textpath image lineargradient radialgradient stop pattern clippath mask"
                  + " marker")
              .split(" "));

  private static final Set<String> ADDRESSES =
      Set.of(
          "href xlink:href src srcset action formaction poster data cite ping background"
              .split(" "));

  // Not what browsers read as the address of another host: two slashes, whatever they are made of.
  private static final Pattern PATH = Pattern.compile("(?s)/(?:[^/\\\\&\\s\\p{Cntrl}].*)?");

  private final Document.Spoken usual;
  private final Markup usualPage;
  private final Markup page;
  private final List<String> faults = new ArrayList<>();

  private OwnPageRules(Document.Spoken usual, Markup page) {
    this.usual = usual;
    this.usualPage = Markup.of(usual.page());
    this.page = page;
  }

  /** From where to where a part of the usual page stands in another. */
  record Span(int start, int end) {
    boolean has(Tag tag) {
      return start <= tag.start() && tag.start() < end;
    }
  }

  /** Everything that is wrong with a page that has been run in one language. */
  static List<String> faults(Document.Spoken usual, String page, List<Span> parts) {
    OwnPageRules rules = new OwnPageRules(usual, Markup.of(page));
    if (rules.page.sound()) {
      rules.checkParts();
      rules.checkElements();
      rules.page.tags().stream()
          .filter(tag -> parts.stream().noneMatch(part -> part.has(tag)))
          .forEach(rules::checkOwn);
    } else {
      rules.faults.add("a tag that cannot be read (expected: values in quotes, < as &lt;)");
    }
    return rules.faults;
  }

  private void checkParts() {
    Tag root = usualPage.tags().get(0);
    if (page.tags().stream().noneMatch(tag -> tag.attributes().equals(root.attributes()))) {
      faults.add("lacks {{{root}}}");
    }
    for (String name : NEEDED) {
      if (!has(Markup.of(usual.parts().getOrDefault(name, "")).tags())) {
        faults.add("lacks {{{" + name + "}}}");
      }
    }
    List<Tag> roots = page.tags().stream().filter(tag -> tag.name().equals("html")).toList();
    if (roots.size() != 1 || !roots.get(0).says(root) || !standsAsUsual(roots.get(0), root)) {
      faults.add("lacks <html {{{root}}}>");
    }
  }

  /** Whether these are elements of the page, which they are not in a comment. */
  private boolean has(List<Tag> part) {
    Tag first = usualPage.tags().get(usualPage.find(part, 0));
    for (int at = page.find(part, 0); at >= 0; at = page.find(part, at + 1)) {
      if (standsAsUsual(page.tags().get(at), first)) {
        return true;
      }
    }
    return false;
  }

  /** In a list of choices if it usually is, and in nothing else that it would be lost in. */
  private static boolean standsAsUsual(Tag own, Tag usual) {
    return usual.within().containsAll(own.within())
        && own.within().contains("select") == usual.within().contains("select");
  }

  private void checkElements() {
    Map<String, List<Tag>> own = new LinkedHashMap<>();
    for (Tag tag : page.tags()) {
      own.computeIfAbsent(tag.id(), id -> new ArrayList<>()).add(tag);
    }
    for (Tag needed : usualPage.tags()) {
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
    Map<String, String> attributes = new LinkedHashMap<>(needed.attributes());
    attributes.keySet().removeAll(FREE);
    Tag wanted = new Tag(needed.name(), attributes, needed.start(), needed.within());
    boolean there =
        own.stream()
            .anyMatch(
                tag ->
                    tag.name().equals(wanted.name())
                        && tag.attributes().entrySet().containsAll(wanted.attributes().entrySet())
                        && standsAsUsual(tag, wanted));
    if (!there) {
      faults.add("lacks " + wanted);
    }
  }

  private void checkOwn(Tag tag) {
    if (!ALLOWED.contains(tag.name()) || tag.attributes().containsKey("http-equiv")) {
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
        PATH.matcher(value).matches()
            || value.startsWith("#")
            || (link ? value.matches("(?s)https?://.*") : value.startsWith("data:image/"));
    if (!allowed || Template.hasGap(value, "title")) {
      faults.add(
          "has %s=\"…\" at <%s>, which leads where the page may not".formatted(name, tag.name()));
    }
  }
}
