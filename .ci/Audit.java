import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Checks what the build has resolved: each library's licence against .ci/licences.txt, and all of
 * them against the advisories of OSV (https://osv.dev), less those in .ci/advisories.txt.
 *
 * <p>java .ci/Audit.java DEPENDENCIES_FILE... reads what dependency:list wrote, with absolute file
 * names. The service is that at OSV_URL, where that is set. Exit codes: 0, 1 found something, 2
 * usage.
 */
final class Audit {
  private static final String SERVICE = "https://api.osv.dev";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int BATCH = 500;
  private static final Pattern LINE =
      Pattern.compile(
          "^\\s*([\\w.-]+):([\\w.-]+):([\\w.-]+)(?::[\\w.-]+)?:([\\w.-]+):"
              + "(compile|runtime|provided|test|system):([^\\s]+\\.(?:jar|pom)).*$");
  // Colours, which Maven writes even into files.
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  private final List<String> findings = new ArrayList<>();

  /** One library: what it is called, and where its files are. */
  private record Library(
      String group, String artifact, String version, Path file, boolean shipped) {
    String name() {
      return group + ":" + artifact + ":" + version;
    }
  }

  public static void main(String[] files) throws Exception {
    if (files.length == 0) {
      System.err.println("usage: java .ci/Audit.java DEPENDENCIES_FILE...");
      System.exit(2);
    }
    Map<String, Library> libraries = read(files);
    if (libraries.isEmpty()) {
      System.err.println("audit: no library in " + List.of(files));
      System.exit(2);
    }
    Audit audit = new Audit();
    audit.licences(libraries);
    audit.advisories(List.copyOf(libraries.values()));
    audit.findings.forEach(finding -> System.err.println("audit: " + finding));
    System.exit(audit.findings.isEmpty() ? 0 : 1);
  }

  private static Map<String, Library> read(String[] files) throws IOException {
    Map<String, Library> libraries = new TreeMap<>();
    for (String file : files) {
      for (String line : Files.readAllLines(Path.of(file))) {
        Matcher part = LINE.matcher(COLOUR.matcher(line).replaceAll(""));
        if (part.matches()) {
          Library library =
              new Library(
                  part.group(1),
                  part.group(2),
                  part.group(4),
                  Path.of(part.group(6)),
                  !part.group(5).equals("test"));
          // In one module for tests, in another for good: for good.
          libraries.merge(library.name(), library, (a, b) -> a.shipped() ? a : b);
        }
      }
    }
    return libraries;
  }

  // Lines are VALUE, or VALUE then spaces, # and the reason.
  private static Map<String, String> listed(String name) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    Path file = Path.of(System.getProperty("audit.lists", ".ci"), name);
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split("\\s+#\\s*", 2);
      if (!line.isBlank() && !line.startsWith("#")) {
        entries.put(parts[0].trim(), parts.length > 1 ? parts[1].trim() : "");
      }
    }
    return entries;
  }

  // ---- licences

  private void licences(Map<String, Library> libraries) throws IOException {
    Set<String> allowed = listed("licences.txt").keySet();
    for (Library library : libraries.values()) {
      Set<String> licences = licences(library);
      // Who offers several leaves the choice to us.
      boolean fine =
          licences.stream()
              .anyMatch(
                  name ->
                      allowed.contains(name)
                          || (!library.shipped() && allowed.contains("tests only: " + name)));
      if (!fine) {
        findings.add(library.name() + " has a licence nobody has allowed: " + licences);
      }
    }
    System.out.println("audit: " + libraries.size() + " libraries, licences looked at");
  }

  private static Set<String> licences(Library library) {
    Path folder = library.file().getParent();
    Path pom = folder.resolve(library.artifact() + "-" + library.version() + ".pom");
    // group/artifact/version below the root of the repository.
    Path root = folder.getParent().getParent();
    for (int i = 0; i < library.group().split("\\.").length; i++) {
      root = root.getParent();
    }
    Set<String> licences = new TreeSet<>();
    for (int generation = 0; pom != null && generation < 10; generation++) {
      Element project = project(pom);
      if (project == null) {
        break;
      }
      licences.addAll(names(child(project, "licenses")));
      Element parent = licences.isEmpty() ? child(project, "parent") : null;
      pom = parent == null ? null : pomOf(root, parent);
    }
    return licences;
  }

  private static Path pomOf(Path root, Element parent) {
    String artifact = text(child(parent, "artifactId"));
    String version = text(child(parent, "version"));
    return root.resolve(text(child(parent, "groupId")).replace('.', '/'))
        .resolve(artifact)
        .resolve(version)
        .resolve(artifact + "-" + version + ".pom");
  }

  private static Element project(Path pom) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      return builder.parse(pom.toFile()).getDocumentElement();
    } catch (IOException | SAXException | ParserConfigurationException unreadable) {
      return null;
    }
  }

  private static Set<String> names(Element licences) {
    Set<String> names = new TreeSet<>();
    NodeList all = licences == null ? null : licences.getElementsByTagName("license");
    for (int i = 0; all != null && i < all.getLength(); i++) {
      names.add(text(child((Element) all.item(i), "name")));
    }
    return names;
  }

  private static Element child(Element of, String name) {
    for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        return element;
      }
    }
    return null;
  }

  private static String text(Element element) {
    return element == null ? "" : element.getTextContent().trim().replaceAll("\\s+", " ");
  }

  // ---- advisories

  private void advisories(List<Library> libraries) throws IOException, InterruptedException {
    Map<String, String> ignored = listed("advisories.txt");
    ignored.forEach(
        (id, reason) -> {
          if (reason.isEmpty()) {
            findings.add(id + " in .ci/advisories.txt is ignored without a reason");
          }
        });
    Set<String> met = new TreeSet<>();
    for (int from = 0; from < libraries.size(); from += BATCH) {
      List<Library> some = libraries.subList(from, Math.min(from + BATCH, libraries.size()));
      List<Set<String>> found = ask(some);
      if (found == null) {
        return;
      }
      for (int i = 0; i < some.size(); i++) {
        note(some.get(i), found.get(i), ignored.keySet());
        met.addAll(found.get(i));
      }
    }
    System.out.println("audit: " + libraries.size() + " libraries, advisories looked up");
    ignored.keySet().stream()
        .filter(id -> !met.contains(id))
        .forEach(id -> System.out.println("audit: " + id + " need not be ignored any longer"));
  }

  private void note(Library library, Set<String> advisories, Set<String> ignored) {
    for (String id : advisories) {
      if (!ignored.contains(id)) {
        String where = library.shipped() ? "" : " (in tests only)";
        findings.add(library.name() + where + " has " + id + ": https://osv.dev/" + id);
      }
    }
  }

  /** The advisories of each; null, said plainly, where the service does not answer. */
  private static List<Set<String>> ask(List<Library> libraries) throws InterruptedException {
    String service = System.getenv().getOrDefault("OSV_URL", SERVICE);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(service + "/v1/querybatch"))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(query(libraries)))
            .build();
    String trouble;
    try {
      HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      List<Set<String>> found = answer.statusCode() == 200 ? results(answer.body()) : List.of();
      if (found.size() == libraries.size()) {
        return found;
      }
      trouble = "it answered " + answer.statusCode() + " with " + found.size() + " results";
    } catch (IOException away) {
      trouble = away.toString();
    }
    System.out.println("audit: ADVISORIES WERE NOT LOOKED UP, " + service + " is away: " + trouble);
    return null;
  }

  private static String query(List<Library> libraries) {
    List<String> queries = new ArrayList<>();
    for (Library library : libraries) {
      queries.add(
          "{\"package\":{\"ecosystem\":\"Maven\",\"name\":\""
              + library.group()
              + ":"
              + library.artifact()
              + "\"},\"version\":\""
              + library.version()
              + "\"}");
    }
    return "{\"queries\":[" + String.join(",", queries) + "]}";
  }

  /**
   * The ids in each element of "results", in order. Only the nesting of the document is looked at,
   * and strings, in which brackets mean nothing.
   */
  static List<Set<String>> results(String json) {
    List<Set<String>> results = new ArrayList<>();
    Matcher token = Pattern.compile("\"((?:[^\"\\\\]++|\\\\.)*+)\"|[\\[\\]{}:,]").matcher(json);
    int depth = 0;
    String last = "";
    String member = "";
    while (token.find()) {
      String text = token.group();
      switch (text) {
        case "{", "[" -> {
          depth++;
          if (depth == 3 && text.equals("{")) {
            results.add(new TreeSet<>());
          }
        }
        case "}", "]" -> depth--;
        case ":" -> member = last;
        case "," -> member = "";
        default -> {
          last = token.group(1);
          if (depth == 5 && member.equals("id") && !results.isEmpty()) {
            results.get(results.size() - 1).add(last);
          }
        }
      }
    }
    return results;
  }
}
