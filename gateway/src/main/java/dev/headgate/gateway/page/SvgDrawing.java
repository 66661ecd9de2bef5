package dev.headgate.gateway.page;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Looks through SVG for anything that does more than draw what is in the file itself. */
final class SvgDrawing {
  private static final String SVG = "http://www.w3.org/2000/svg";

  private static final Set<String> DRAWING =
      Set.of(
          ("svg g defs symbol use title desc metadata style switch path rect circle ellipse line"
                  + " polyline polygon text tspan textPath image linearGradient radialGradient stop"
                  + " pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer"
                  + " feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight"
                  + " feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge"
                  + " feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight"
                  + " feTile feTurbulence view")
              .split(" "));

  private static final Pattern REFERENCE =
      Pattern.compile("#.*|data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/=\\s]*");
  private static final Pattern LOADS =
      Pattern.compile(
          "@import|url\\(\\s*+[\"']?+(?!#)|image-set\\(|\\bsrc\\(|javascript:|expression\\(",
          Pattern.CASE_INSENSITIVE);

  private final Path file;
  private final XMLStreamReader reader;
  private final StringBuilder sheet = new StringBuilder();
  private boolean rooted;
  private boolean inSheet;

  private SvgDrawing(Path file, XMLStreamReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /**
   * Looks through one.
   *
   * @throws IllegalArgumentException names the first thing that does not only draw, and its line
   */
  static void check(Path file, byte[] bytes) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(bytes));
      new SvgDrawing(file, reader).check();
    } catch (XMLStreamException malformed) {
      throw new IllegalArgumentException(file + " is not well-formed XML", malformed);
    }
  }

  private void check() throws XMLStreamException {
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> element();
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            characters(reader.getText());
        case XMLStreamConstants.END_ELEMENT -> inSheet = false;
        case XMLStreamConstants.DTD -> throw refused("a document type");
        case XMLStreamConstants.PROCESSING_INSTRUCTION -> throw refused("an instruction");
        case XMLStreamConstants.ENTITY_REFERENCE -> throw refused("an entity");
        default -> {} // Comments, and the end.
      }
    }
  }

  private void element() {
    String name = reader.getLocalName();
    if (!SVG.equals(reader.getNamespaceURI()) || !DRAWING.contains(name)) {
      throw refused("<" + name + ">");
    }
    if (!rooted && !name.equals("svg")) {
      throw refused("<" + name + "> around everything");
    }
    if (inSheet) {
      throw refused("<" + name + "> in <style>");
    }
    rooted = true;
    inSheet = name.equals("style");
    sheet.setLength(0);
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attribute(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
  }

  private void attribute(String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean points = lower.equals("href") || lower.equals("src");
    if (lower.startsWith("on")
        || lower.equals("base")
        || (points && !REFERENCE.matcher(value).matches())) {
      throw refused(name + "=\"…\"");
    }
    text(points ? "" : value);
  }

  /** What a comment parts in a style sheet belongs together. */
  private void characters(String value) {
    text(inSheet ? sheet.append(value).toString() : value);
  }

  // Also what is no style: a text of a logo that looks like one is rare enough.
  private void text(String value) {
    if (LOADS.matcher(StyleText.plain(value)).find()) {
      throw refused("something that is not in the file");
    }
  }

  private IllegalArgumentException refused(String what) {
    return new IllegalArgumentException(
        "%s, line %d: %s (expected: SVG that only draws what is in the file)"
            .formatted(file, reader.getLocation().getLineNumber(), what));
  }
}
