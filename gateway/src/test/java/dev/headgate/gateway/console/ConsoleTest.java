package dev.headgate.gateway.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.http.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConsoleTest {
  private static final Pattern IMPORT = Pattern.compile("(?:from |import\\()'([^']+)'");

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Console console = Console.shipped();
  private int port;

  @BeforeEach
  void serve() throws Exception {
    port =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> answer(request).onFailure(failure -> refuse(request, failure)))
            .listen(0, "127.0.0.1")
            .await(60, TimeUnit.SECONDS)
            .actualPort();
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().await(60, TimeUnit.SECONDS);
  }

  private Future<Void> answer(HttpServerRequest request) {
    String[] parts = String.valueOf(request.path()).split("/", -1);
    return parts.length == 4 ? console.file(request, parts[2], parts[3]) : console.page(request);
  }

  private static void refuse(HttpServerRequest request, Throwable failure) {
    ((ProblemException) failure).problem().send(request.response());
  }

  @Test
  void theDocumentIsNotKeptAndMayRunAndShowOnlyWhatIsTheGatewaysOwn() throws Exception {
    HttpResponse<String> page = get("/");
    assertEquals(200, page.statusCode());
    assertEquals("no-store", header(page, "Cache-Control"));
    assertEquals("text/html; charset=utf-8", header(page, "Content-Type"));
    assertEquals("same-origin", header(page, "Referrer-Policy"));
    String policy = header(page, "Content-Security-Policy");
    for (String part :
        List.of(
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'")) {
      assertTrue((policy + ";").contains(part + ";"), policy);
    }
    assertFalse(policy.contains("unsafe"), policy);
    assertFalse(policy.contains("http:") || policy.contains("https:"), policy);
  }

  @Test
  void theDocumentHasNoScriptAndNoStyleOfItsOwn() throws Exception {
    String page = get("/").body();
    assertFalse(page.contains("{{"), page);
    assertFalse(Pattern.compile("<script(?![^>]* src=)").matcher(page).find(), page);
    assertFalse(Pattern.compile("<style|\\sstyle=|\\son[a-z]+=").matcher(page).find(), page);
  }

  @Test
  void whateverTheDocumentAndItsFilesLoadIsThereToBeKeptForEver() throws Exception {
    String page = get("/").body();
    Set<String> loaded = loadedBy(page);
    assertTrue(loaded.size() > ConsoleFiles.OWN.size() / 2, loaded::toString);
    for (String address : loaded) {
      HttpResponse<String> file = get(address);
      assertEquals(200, file.statusCode(), address);
      assertEquals("public, max-age=31536000, immutable", header(file, "Cache-Control"), address);
      assertEquals(type(address), header(file, "Content-Type"), address);
      HttpResponse<String> again = send("GET", address, Map.of("If-None-Match", etag(file)));
      assertEquals(304, again.statusCode(), address);
      assertEquals("", again.body(), address);
      assertEquals(etag(file), etag(again), address);
      HttpResponse<String> head = send("HEAD", address, Map.of());
      assertEquals(200, head.statusCode(), address);
      assertEquals(header(file, "Content-Length"), header(head, "Content-Length"), address);
    }
  }

  @Test
  void whoKnowsAnotherStateGetsThisOne() throws Exception {
    String address = loadedBy(get("/").body()).iterator().next();
    for (String tag : List.of("\"0123456789abcdef\"", "W/\"x\"", "nonsense", "\"")) {
      assertEquals(200, send("GET", address, Map.of("If-None-Match", tag)).statusCode(), tag);
    }
    String known = etag(get(address));
    for (String tag : List.of("*", "W/" + known, "\"x\", " + known)) {
      assertEquals(304, send("GET", address, Map.of("If-None-Match", tag)).statusCode(), tag);
    }
  }

  @Test
  void noOtherNameAndNoOtherVersionIsThere() throws Exception {
    String version = ConsoleFiles.read().version();
    for (String address :
        List.of(
            "/-/" + version + "/nothing.js",
            "/-/" + version + "/index.html",
            "/-/" + version + "/Console.class",
            "/-/" + version + "/",
            "/-/0123456789abcdef/app.js",
            "/-//app.js")) {
      HttpResponse<String> missing = get(address);
      assertEquals(404, missing.statusCode(), address);
      assertTrue(missing.body().contains("urn:headgate:problem:not-found"), missing.body());
      assertNotEquals(
          "public, max-age=31536000, immutable",
          missing.headers().firstValue("Cache-Control").orElse(""));
    }
  }

  @Test
  void everyFileBesideTheClassesIsServed() throws Exception {
    try (Stream<Path> files = Files.list(resources())) {
      Set<String> there =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> !name.endsWith(".class") && !name.equals("index.html"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(there, new TreeSet<>(ConsoleFiles.OWN));
    }
  }

  @Test
  void noScriptMakesMarkupOrCodeOfText() throws Exception {
    Pattern unsafe =
        Pattern.compile(
            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|new Function"
                + "|setAttribute\\('style|https?://(?!www\\.w3\\.org)");
    for (String name : ConsoleFiles.OWN) {
      String text = Files.readString(resources().resolve(name));
      assertFalse(unsafe.matcher(text).find(), name);
    }
  }

  /** What a browser would ask for, followed through the imports of each module. */
  private Set<String> loadedBy(String page) throws Exception {
    Set<String> all = new TreeSet<>();
    List<String> named =
        Pattern.compile("(?:href|src)=\"(/-/[^\"]+)\"")
            .matcher(page)
            .results()
            .map((MatchResult match) -> match.group(1))
            .toList();
    for (String address : named) {
      follow(address, all);
    }
    return all;
  }

  private void follow(String address, Set<String> all) throws Exception {
    if (all.add(address) && address.endsWith(".js")) {
      List<String> imported =
          IMPORT.matcher(get(address).body()).results().map(match -> match.group(1)).toList();
      for (String name : imported) {
        follow(URI.create(address).resolve(name).toString(), all);
      }
    }
  }

  private static Path resources() throws IOException, URISyntaxException {
    var index = ConsoleFiles.class.getResource("index.html");
    if (index == null) {
      throw new IOException("index.html is missing");
    }
    return Path.of(index.toURI()).resolveSibling("");
  }

  private static String type(String address) {
    if (address.endsWith(".svg")) {
      return "image/svg+xml";
    }
    return (address.endsWith(".js") ? "text/javascript" : "text/css") + "; charset=utf-8";
  }

  private HttpResponse<String> get(String address) throws IOException, InterruptedException {
    return send("GET", address, Map.of());
  }

  private HttpResponse<String> send(String method, String address, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + address))
            .method(method, BodyPublishers.noBody());
    headers.forEach(request::setHeader);
    return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  private static String etag(HttpResponse<String> answer) {
    return header(answer, "ETag");
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElseThrow();
  }
}
