package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.Keys;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that docs/integrate.md shows take every good token and refuse every bad one. */
class CheckingElsewhereTest {
  private static final Path PAGE = Path.of("..", "docs", "integrate.md");
  private static final String ISSUER = "https://tickets.example";
  private static final String REQUIRED = "HEADGATE_TESTS_NEED_CHECKERS";
  private static final Map<String, String> GOOD = new LinkedHashMap<>();
  private static final Map<String, String> BAD = new LinkedHashMap<>();
  private static final AtomicInteger FETCHES = new AtomicInteger();

  private static HttpServer keys;
  private static URI jwks;
  private static RSAKey rsa;
  private static ECKey ec;

  @TempDir Path folder;

  @BeforeAll
  static void publish(@TempDir Path keyFolder) throws Exception {
    rsa = new RSAKeyGenerator(2048).keyID("one").algorithm(JWSAlgorithm.RS256).generate();
    ec = new ECKeyGenerator(Curve.P_256).keyID("two").algorithm(JWSAlgorithm.ES256).generate();
    JsonArray published = new JsonArray().add(publicKey(rsa)).add(publicKey(ec));
    GOOD.put("the gateway's own", ofTheGateway(keyFolder, published));
    byte[] document = new JsonObject().put("keys", published).encode().getBytes(UTF_8);
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    keys = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    keys.createContext(
        "/",
        exchange -> {
          FETCHES.incrementAndGet();
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, document.length);
          exchange.getResponseBody().write(document);
          exchange.close();
        });
    keys.start();
    jwks = URI.create("http://127.0.0.1:" + keys.getAddress().getPort() + "/jwks.json");
    writeTokens();
  }

  @AfterAll
  static void withdraw() {
    keys.stop(0);
  }

  @BeforeEach
  void forget() {
    FETCHES.set(0);
  }

  private static JsonObject publicKey(JWK key) {
    return new JsonObject(key.toPublicJWK().toJSONString()).put("use", "sig");
  }

  private static String ofTheGateway(Path folder, JsonArray published) {
    Vertx vertx = Vertx.vertx();
    try {
      AdmissionTokens tokens = Keys.open(folder, true).admissionTokens(vertx, ISSUER);
      tokens.jwks().getJsonArray("keys").forEach(published::add);
      long now = Instant.now().getEpochSecond();
      return tokens
          .sign(new Admission("derby", 1, 0, 7, "AAECAwQFBgcICQoLDA0ODw", now - 5, now + 3_600))
          .await(60, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError(late);
    } finally {
      vertx.close().await();
    }
  }

  private static void writeTokens() throws JOSEException {
    long now = Instant.now().getEpochSecond();
    RSASSASigner signer = new RSASSASigner(rsa);
    JWSHeader head = header(JWSAlgorithm.RS256, "one").build();
    GOOD.put("RS256", signed(head, signer, claims -> {}));
    GOOD.put(
        "ES256",
        signed(header(JWSAlgorithm.ES256, "two").build(), new ECDSASigner(ec), claims -> {}));
    GOOD.put("early within the leeway", signed(head, signer, c -> c.claim("nbf", now + 5)));

    BAD.put("late", signed(head, signer, c -> c.claim("exp", now - 30)));
    BAD.put("early", signed(head, signer, c -> c.claim("nbf", now + 600)));
    for (String needed : List.of("exp", "nbf", "iat", "iss", "aud", "jti")) {
      BAD.put("without " + needed, signed(head, signer, c -> c.claim(needed, null)));
    }
    BAD.put("exp in words", signed(head, signer, c -> c.claim("exp", "" + (now + 60))));
    BAD.put("another issuer", signed(head, signer, c -> c.issuer("https://evil.example")));
    BAD.put("issuer with a slash", signed(head, signer, c -> c.issuer(ISSUER + "/")));
    BAD.put("another event", signed(head, signer, c -> c.audience("headgate:cup")));
    BAD.put("bare event", signed(head, signer, c -> c.audience("derby")));
    BAD.put("two events", signed(head, signer, c -> c.audience(List.of("headgate:derby", "x"))));
    BAD.put("another type", signed(typed(new JOSEObjectType("JWT")), signer, c -> {}));
    BAD.put("no type", signed(typed(null), signer, c -> {}));
    BAD.put("unknown key", signed(header(JWSAlgorithm.RS256, "three").build(), signer, c -> {}));
    BAD.put("no key id", signed(header(JWSAlgorithm.RS256, null).build(), signer, c -> {}));
    BAD.put("another key's id", signed(header(JWSAlgorithm.RS256, "two").build(), signer, c -> {}));
    BAD.put(
        "another algorithm of the same key",
        signed(header(JWSAlgorithm.PS256, "one").build(), signer, c -> {}));
    forge();
  }

  private static void forge() throws JOSEException {
    String good = GOOD.getOrDefault("RS256", "");
    BAD.put("no signature", good.substring(0, good.lastIndexOf('.') + 1));
    BAD.put("two parts", good.substring(0, good.lastIndexOf('.')));
    BAD.put("half a signature", good.substring(0, good.length() - 20));
    BAD.put("nothing", "x");
    BAD.put("dots", "..");
    BAD.put("algorithm none", new PlainJWT(claims(c -> {})).serialize());
    JWSHeader mac = header(JWSAlgorithm.HS256, "one").build();
    byte[] encoded = rsa.toRSAPublicKey().getEncoded();
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded)
            + "\n-----END PUBLIC KEY-----\n";
    BAD.put("MAC by the key's bytes", signed(mac, new MACSigner(encoded), c -> {}));
    BAD.put("MAC by the key's PEM", signed(mac, new MACSigner(pem.getBytes(UTF_8)), c -> {}));
    RSAKey theirs = new RSAKeyGenerator(2048).keyID("one").generate();
    JWSHeader brought = header(JWSAlgorithm.RS256, "one").jwk(theirs.toPublicJWK()).build();
    BAD.put("a key brought along", signed(brought, new RSASSASigner(theirs), c -> {}));
    JWSHeader fetched =
        header(JWSAlgorithm.RS256, "nine").jwkURL(URI.create("http://127.0.0.1:1/")).build();
    BAD.put("a key to be fetched", signed(fetched, new RSASSASigner(theirs), c -> {}));
  }

  private static JWSHeader.Builder header(JWSAlgorithm algorithm, @Nullable String kid) {
    return new JWSHeader.Builder(algorithm).type(new JOSEObjectType("hg-admission+jwt")).keyID(kid);
  }

  private static JWSHeader typed(@Nullable JOSEObjectType type) {
    return header(JWSAlgorithm.RS256, "one").type(type).build();
  }

  private static String signed(
      JWSHeader header, JWSSigner signer, Consumer<JWTClaimsSet.Builder> change)
      throws JOSEException {
    SignedJWT jwt = new SignedJWT(header, claims(change));
    jwt.sign(signer);
    return jwt.serialize();
  }

  private static JWTClaimsSet claims(Consumer<JWTClaimsSet.Builder> change) {
    long now = Instant.now().getEpochSecond();
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(ISSUER)
            .audience("headgate:derby")
            .subject("AAECAwQFBgcICQoLDA0ODw")
            .jwtID("1.0.7.x")
            .claim("iat", now - 5)
            .claim("nbf", now - 5)
            .claim("exp", now + 3_600)
            .claim("pos", 7);
    change.accept(claims);
    return claims.build();
  }

  private static String shown(String language) throws IOException {
    String page = Files.readString(PAGE);
    String fence = "```" + language + "\n";
    int from = page.indexOf(fence);
    assertTrue(from >= 0, "the page shows " + language);
    int start = from + fence.length();
    return page.substring(start, page.indexOf("\n```", start) + 1);
  }

  @Test
  void theJavaOfThePage() throws Exception {
    Path source = Files.writeString(folder.resolve("Admissions.java"), shown("java"));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", folder + "", source + "");
    assertEquals(0, compiled);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Class<?> type = loader.loadClass("Admissions");
      Object checker =
          type.getConstructor(URL.class, String.class).newInstance(jwks.toURL(), ISSUER);
      Method check = type.getMethod("check", String.class, String.class);
      List<String> said = new ArrayList<>();
      for (String token : tokens()) {
        said.add(answer(check, checker, token));
      }
      assertVerdicts(said);
    }
  }

  private static String answer(Method check, Object checker, String token)
      throws IllegalAccessException {
    try {
      return check.invoke(checker, token, "derby") instanceof JWTClaimsSet ? "yes" : "what?";
    } catch (InvocationTargetException refused) {
      return "no";
    }
  }

  @Test
  void theJavaScriptOfThePage() throws Exception {
    String modules = System.getenv("HEADGATE_TESTS_NODE_MODULES");
    needed(modules != null, "set HEADGATE_TESTS_NODE_MODULES to a node_modules folder with jose");
    Path linked =
        Files.createSymbolicLink(
            folder.resolve("node_modules"), Path.of(modules + "").toAbsolutePath());
    assertTrue(Files.exists(linked.resolve("jose")), "jose is there");
    String driver =
        """
        import { createInterface } from "node:readline";
        const check = admissions(process.argv[2], process.argv[3]);
        for await (const token of createInterface({ input: process.stdin })) {
          console.log(await check(token, "derby").then(() => "yes", () => "no"));
        }
        process.exit(0);
        """;
    Path program = Files.writeString(folder.resolve("check.mjs"), shown("javascript") + driver);
    assertVerdicts(run("node", program));
  }

  @Test
  void thePythonOfThePage() throws Exception {
    String python =
        Stream.of("/usr/bin/python3", "python3")
            .filter(CheckingElsewhereTest::knowsJwt)
            .findFirst()
            .orElse("");
    needed(
        !python.isEmpty(),
        "no Python with PyJWT found; install it with:"
            + " apt-get install --no-install-recommends python3-jwt python3-cryptography");
    String driver =
        """

        import sys

        admissions = Admissions(sys.argv[1], sys.argv[2])
        for line in sys.stdin:
            try:
                admissions.check(line.rstrip("\\n"), "derby")
                print("yes")
            except jwt.InvalidTokenError:
                print("no")
        """;
    Path program = Files.writeString(folder.resolve("check.py"), shown("python") + driver);
    assertVerdicts(run(python, program));
  }

  private static void needed(boolean there, String message) {
    if (System.getenv(REQUIRED) == null) {
      assumeTrue(there, message);
    }
    assertTrue(there, message);
  }

  private static boolean knowsJwt(String python) {
    try {
      Process process =
          new ProcessBuilder(python, "-c", "import jwt, cryptography")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException none) {
      return false;
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  private List<String> run(String command, Path program) throws Exception {
    Path asked = Files.writeString(folder.resolve("asked"), String.join("\n", tokens()) + "\n");
    Path said = folder.resolve("said");
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command, program + "", jwks + "", ISSUER)
            .redirectInput(asked.toFile())
            .redirectOutput(said.toFile())
            .redirectError(log.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("it does not end");
    }
    assertEquals(0, process.exitValue(), Files.readString(log));
    return Files.readAllLines(said);
  }

  /** The good ones, the bad ones, and then many that name keys nobody knows. */
  private static List<String> tokens() {
    List<String> all = new ArrayList<>(GOOD.values());
    all.addAll(BAD.values());
    String body = GOOD.getOrDefault("RS256", "").split("\\.", -1)[1];
    for (int i = 0; i < 200; i++) {
      String head = "{\"alg\":\"RS256\",\"typ\":\"hg-admission+jwt\",\"kid\":\"k" + i + "\"}";
      all.add(
          Base64.getUrlEncoder().withoutPadding().encodeToString(head.getBytes(UTF_8))
              + "."
              + body
              + ".AAAA");
    }
    return all;
  }

  private static void assertVerdicts(List<String> said) {
    Map<String, String> wanted = new LinkedHashMap<>();
    GOOD.keySet().forEach(name -> wanted.put(name, "yes"));
    BAD.keySet().forEach(name -> wanted.put(name, "no"));
    List<String> names = List.copyOf(wanted.keySet());
    Map<String, String> verdicts =
        IntStream.range(0, Math.min(names.size(), said.size()))
            .boxed()
            .collect(
                Collectors.toMap(names::get, said::get, (one, other) -> one, LinkedHashMap::new));
    assertEquals(wanted, verdicts);
    assertEquals(tokens().size(), said.size());
    assertTrue(said.subList(names.size(), said.size()).stream().allMatch("no"::equals));
    assertTrue(FETCHES.get() <= 3, "the keys were fetched " + FETCHES + " times");
  }
}
