package dev.headgate.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.gateway.token.Keys;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysCommandTest {
  private static final Duration PUBLISHED = Duration.ofSeconds(310);
  private static final Duration KEPT = Duration.ofDays(1).plusMinutes(15).plusSeconds(20);

  @TempDir private Path temp = Path.of(".");

  private Path folder = temp;
  private Instant now = Instant.parse("2026-12-01T10:00:00Z");

  @BeforeEach
  void makeKeys() {
    folder = temp.resolve("keys");
    assertFalse(Keys.open(folder, true).toString().isEmpty());
  }

  /** What a command printed, and how it ended. */
  private record Ran(int exit, String out, String err) {
    @CanIgnoreReturnValue
    Ran done() {
      assertEquals(0, exit, err);
      return this;
    }

    @CanIgnoreReturnValue
    Ran refused(String why) {
      assertEquals(1, exit, out);
      assertTrue(err.contains(why), err);
      assertEquals("", out);
      return this;
    }
  }

  @Test
  void theUsageNamesTheCommandAsItIsTyped() {
    for (String[] words :
        List.of(new String[] {"--help"}, new String[] {"new", "--help"}, new String[] {"-h"})) {
      Ran ran = runAsIs(words);
      assertEquals(0, ran.exit(), ran.err());
      assertTrue(ran.out().startsWith("Usage: headgate keys "), ran.out());
      assertFalse(ran.out().contains("gateway keys"), ran.out());
    }
  }

  private Ran run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--keys", folder.toString()));
    return runAsIs(all.toArray(String[]::new));
  }

  private Ran runAsIs(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Instant then = now;
    int exit =
        KeysCommand.line(() -> then)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Ran(exit, out.toString(), err.toString());
  }

  /** The lines of a list without its head: id, algorithm, state. */
  private List<String> listed() {
    return run("list").done().out().lines().skip(1).map(KeysCommandTest::firstThree).toList();
  }

  private static String firstThree(String line) {
    String[] words = line.split(" +", -1);
    return words[0] + " " + words[1] + " " + words[2];
  }

  private String kid(String state) {
    return listed().stream()
        .filter(line -> line.endsWith(" " + state))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .findFirst()
        .orElseThrow();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void later(Duration time) {
    now = now.plus(time);
  }

  @Test
  void aKeyIsNextThenCurrentThenPreviousThenGone() throws IOException {
    String first = kid("current");
    assertEquals(List.of(first + " RS256 current"), listed());
    assertTrue(run("new").done().out().contains("may sign from 2026-12-01T10:05:10Z on"));
    String second = kid("next");
    assertEquals(List.of(second + " RS256 next", first + " RS256 current"), listed());

    later(PUBLISHED);
    assertTrue(run("rotate").done().out().contains(second));
    assertEquals(List.of(second + " RS256 current", first + " RS256 previous"), listed());

    later(KEPT);
    assertEquals("dropped key " + first, run("retire").done().out().strip());
    assertEquals(List.of(second + " RS256 current"), listed());
    assertEquals(
        Set.of(
            ".admission.lock",
            "admission-" + second + ".jwk",
            "admission-keys.json",
            "draw.key",
            "place.key"),
        Set.copyOf(files()));
  }

  @Test
  void aNextKeyThatNotEveryCacheHasSeenDoesNotSignUnlessSomebodySaysThatFansMayBeRefused() {
    run("new").done();
    List<String> before = listed();
    run("rotate").refused("rotate from 2026-12-01T10:05:10Z on");
    later(PUBLISHED.minusSeconds(1));
    run("rotate").refused("not every cache");
    later(Duration.ofDays(-1)); // A clock that was put back.
    run("rotate").refused("not every cache");
    assertEquals(before, listed());
    run("rotate", "--may-refuse-fans").done();
    assertTrue(before.contains(kid("current") + " RS256 next"), before.toString());
  }

  @Test
  void aPreviousKeyStaysAsLongAsAnyOfItsTokensUnlessSomebodySaysThatFansMayBeRefused() {
    String first = kid("current");
    run("new").done();
    later(PUBLISHED);
    run("rotate").done();
    List<String> before = listed();
    later(KEPT.minusSeconds(1));
    run("retire").refused("fans may hold good tokens under " + first);
    run("retire", first).refused("fans may hold good tokens under " + first);
    assertEquals(before, listed());
    assertEquals(2, run("retire", "--may-refuse-fans").exit());
    assertEquals(before, listed());
    assertTrue(run("retire", first, "--may-refuse-fans").done().out().contains(first));
    assertEquals(1, listed().size());
  }

  @Test
  void keysThatRotateFasterThanTheirTokensEndAreAllKeptAndThenGoTogether() {
    for (int i = 0; i < 8; i++) {
      run("new").done();
      later(PUBLISHED);
      run("rotate").done();
    }
    assertEquals(9, listed().size());
    run("new").done();
    later(PUBLISHED);
    run("rotate").refused("too many previous keys");
    later(KEPT);
    assertEquals(8, run("retire").done().out().lines().count());
    run("rotate").done();
    assertEquals(2, listed().size());
  }

  @Test
  void whatMakesNoSenseIsRefusedAndChangesNothing() {
    run("rotate").refused("there is no next key");
    run("retire").refused("there is no previous key");
    run("retire", "unknown").refused("no key of this name");
    run("retire", kid("current")).refused("this key signs");
    run("retire", kid("current"), "--may-refuse-fans").refused("this key signs");
    run("new").done();
    run("new").refused("there is a next key already");
    String next = kid("next");
    assertEquals(2, listed().size());
    assertTrue(run("retire", next).done().out().contains(next));
    assertEquals(1, listed().size());
    for (String[] wrong :
        List.of(
            new String[] {},
            new String[] {"burn"},
            new String[] {"new", "--alg", "HS256"},
            new String[] {"new", "--alg", "none"},
            new String[] {"rotate", "--force"},
            new String[] {"retire", "a", "b"})) {
      assertEquals(2, run(wrong).exit(), List.of(wrong).toString());
    }
    assertEquals(1, listed().size());
  }

  @Test
  void theAlgorithmIsThatOfTheKey() {
    for (String algorithm : List.of("ES256", "EdDSA", "RS256")) {
      run("new", "--alg", algorithm).done();
      String kid = kid("next");
      later(PUBLISHED);
      run("rotate").done();
      assertTrue(listed().contains(kid + " " + algorithm + " current"), algorithm);
    }
    assertEquals(4, listed().size());
  }

  @Test
  void aGivenKeyIsTakenFromAPemOrAJwkWhateverItsKind() throws Exception {
    for (String kind : List.of("RSA", "EC", "Ed25519")) {
      Path pem = Files.writeString(temp.resolve(kind + ".pem"), pem(pkcs8(kind)));
      run("new", "--from", pem.toString()).done();
      String kid = kid("next");
      run("retire", kid).done();
      // The same key has the same name.
      run("new", "--from", pem.toString()).done();
      assertEquals(kid, kid("next"));
      Path jwk = temp.resolve(kind + ".jwk");
      Path copied = Files.copy(folder.resolve("admission-" + kid + ".jwk"), jwk);
      run("retire", kid).done();
      run("new", "--from", copied.toString()).done();
      assertEquals(kid, kid("next"));
      run("retire", kid).done();
    }
  }

  @Test
  void whatIsNoKeyOfOursIsNotTakenAndNeverQuoted() throws Exception {
    String rsa = Files.readString(folder.resolve("admission.jwk"));
    String mine = kid("current");
    List<String> texts =
        List.of(
            "",
            "secret-text",
            "{}",
            "{\"kty\":\"oct\",\"kid\":\"a\",\"k\":\"c2VjcmV0LXRleHQtc2VjcmV0LXRleHQtc2VjcmV0\"}",
            rsa.replace("RS256", "HS256"),
            rsa.replace("RS256", "PS256"),
            rsa.replace("RS256", "ES256"),
            rsa.replace("\"sig\"", "\"enc\""),
            rsa.replaceFirst("\"d\":\"[^\"]+\",?", ""),
            rsa.replace(mine, "../" + mine),
            rsa.replace(mine, "k".repeat(65)),
            rsa.replace(mine, ""),
            rsa.replaceFirst("\"n\":\"....", "\"n\":\"AAAA"),
            pem(new byte[40]),
            pem(pkcs8("RSA 1024")),
            pem(pkcs8("EC secp384r1")),
            pem(pkcs8("Ed448")),
            pem(pkcs8("RSA")).replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"),
            pem(pkcs8("RSA")).replace("PRIVATE KEY", "RSA PRIVATE KEY"),
            "k".repeat(20_000));
    for (String text : texts) {
      Path file = Files.writeString(temp.resolve("given"), text);
      Ran ran = run("new", "--from", file.toString());
      assertEquals(1, ran.exit(), text);
      assertTrue(ran.err().contains(file.toString()), ran.err());
      assertFalse(ran.err().contains("secret") || ran.err().length() > 500, ran.err());
      assertEquals(1, listed().size(), text);
    }
    run("new", "--from", temp.resolve("missing").toString()).refused("cannot be read");
    run("new", "--from", folder.resolve("admission.jwk").toString()).refused("in use already");
  }

  @Test
  void nothingThatIsPrintedIsSecretAndEveryFileIsItsOwnersAlone() throws IOException {
    StringBuilder printed = new StringBuilder();
    for (String algorithm : List.of("RS256", "ES256", "EdDSA")) {
      printed.append(run("new", "--alg", algorithm).done().out());
      later(PUBLISHED);
      printed.append(run("rotate").done().out()).append(run("list").done().out());
    }
    for (String file : files()) {
      Path path = folder.resolve(file);
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)), file);
      if (file.endsWith(".jwk")) {
        for (String member : List.of("d", "p", "q", "dp", "dq", "qi")) {
          String text = Files.readString(path);
          int at = text.indexOf("\"" + member + "\":\"");
          if (at >= 0) {
            String secret = text.substring(at + member.length() + 4).replaceFirst("\".*", "");
            assertFalse(printed.toString().contains(secret.strip()), file + " " + member);
          }
        }
      }
    }
  }

  @Test
  void commandsAtTheSameTimeEndAsIfOneHadComeAfterTheOther() throws Exception {
    ExecutorService operators = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 5; round++) {
        assertEquals(1, successes(operators, () -> run("new", "--alg", "EdDSA")), "new");
        later(PUBLISHED);
        assertEquals(1, successes(operators, () -> run("rotate")), "rotate");
        assertEquals(2 + round, listed().size());
      }
      later(KEPT);
      assertEquals(1, successes(operators, () -> run("retire")), "retire");
      assertEquals(1, listed().size());
      assertEquals(5, files().size(), files().toString());
    } finally {
      operators.shutdownNow();
    }
  }

  private static int successes(ExecutorService operators, Callable<Ran> command) throws Exception {
    int successes = 0;
    for (Future<Ran> ran : operators.invokeAll(java.util.Collections.nCopies(8, command))) {
      successes += ran.get().exit() == 0 ? 1 : 0;
      assertTrue(ran.get().exit() <= 1, ran.get().err());
    }
    return successes;
  }

  @Test
  void aBrokenFolderIsNamedAndLeftAsItIs() throws IOException {
    run("new").done();
    Path index = folder.resolve("admission-keys.json");
    String good = Files.readString(index);
    String next = kid("next");
    List<String> wrong =
        List.of(
            "",
            "{}",
            "[]",
            "{",
            good.replace("current", "curent"),
            good.replace(next, kid("current")),
            good.replace(next, "../../dev/null"),
            good.replace(next, "unknown"),
            good.replaceFirst("\"since\" : \"[^\"]+\"", "\"since\":\"yesterday\""),
            good.replaceFirst("\"since\" : \"[^\"]+\"", "\"since\":5"),
            good.replace("\"previous\"", "\"more\":1,\"previous\""));
    for (String text : wrong) {
      assertEquals(index, Files.writeString(index, text));
      for (String command : List.of("list", "new", "rotate", "retire")) {
        Ran ran = run(command);
        assertEquals(1, ran.exit(), command + " " + text);
        assertTrue(ran.err().contains(folder.toString()) || !command.equals("list"), ran.err());
      }
      assertEquals(text, Files.readString(index));
    }
    assertEquals(index, Files.writeString(index, good));
    assertEquals(2, listed().size());
  }

  @Test
  void theFolderIsThatOfTheConfigurationUnlessItIsGiven() throws IOException {
    Path config = Files.writeString(temp.resolve("gateway.yaml"), "keys: keys\n");
    String out = runAsIs("list", "--config", config.toString()).done().out();
    assertTrue(out.contains(kid("current")), out);
    assertEquals(2, runAsIs("list", "--config", temp.resolve("none.yaml").toString()).exit());
    folder = temp.resolve("nowhere");
    for (String command : List.of("list", "new", "rotate", "retire")) {
      assertEquals(1, run(command).exit(), command);
    }
    assertFalse(Files.exists(folder));
  }

  private static byte[] pkcs8(String kind) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind.split(" ", -1)[0]);
    if (kind.startsWith("RSA")) {
      generator.initialize(kind.endsWith("1024") ? 1024 : 2048);
    } else if (kind.startsWith("EC")) {
      generator.initialize(
          new ECGenParameterSpec(kind.endsWith("384r1") ? "secp384r1" : "secp256r1"));
    }
    return generator.generateKeyPair().getPrivate().getEncoded();
  }

  private static String pem(byte[] der) {
    String lines = Base64.getMimeEncoder(64, "\n".getBytes(UTF_8)).encodeToString(der);
    return "-----BEGIN PRIVATE KEY-----\n" + lines + "\n-----END PRIVATE KEY-----\n";
  }
}
