package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A gateway whose keys are changed on disk while it signs and verifies. */
class KeyWatchTest {
  private static final String ISSUER = "https://tickets.example";
  private static final long START = 1_764_490_000;

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private JwtAdmissionTokens tokens;
  private KeyWatch watch;
  private KeyRotation rotation;
  private Instant now = Instant.parse("2026-12-01T10:00:00Z");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void openFolder() {
    tokens = open();
    watch = watch(tokens);
    rotation = KeyRotation.in(folder);
    log.start();
    ((Logger) LoggerFactory.getLogger(KeyWatch.class)).addAppender(log);
  }

  @AfterEach
  void close() {
    ((Logger) LoggerFactory.getLogger(KeyWatch.class)).detachAppender(log);
    vertx.close().await();
  }

  @Test
  void aLookThatIsDueWhenVertxHasClosedEndsQuietly() {
    Vertx closed = Vertx.vertx();
    KeyWatch late =
        new KeyWatch(closed, new AdmissionKeyFiles(new KeyFolder(folder, false)), tokens);
    closed.close().await();
    for (int due = 0; due < 2; due++) {
      assertTrue(late.tick().failed(), "neither thrown nor still at it");
    }
    assertEquals(List.of(), log.list);
  }

  private JwtAdmissionTokens open() {
    AdmissionKeys keys = new AdmissionKeyFiles(new KeyFolder(folder, true)).read().keys();
    return new JwtAdmissionTokens(vertx, ISSUER, new SessionIds(PlaceTicketsTest.key(1)), keys);
  }

  private KeyWatch watch(JwtAdmissionTokens followed) {
    return new KeyWatch(vertx, new AdmissionKeyFiles(new KeyFolder(folder, false)), followed);
  }

  private static Admission admission(int position) {
    return new Admission("derby", 1, 0, position, "AAECAwQFBgcICQoLDA0ODw", START, START + 600);
  }

  private String sign(int position) {
    return tokens.sign(admission(position)).await();
  }

  private boolean look() {
    return watch.tick().await();
  }

  private Set<String> published() {
    Set<String> kids = new HashSet<>();
    for (Object key : tokens.jwks().getJsonArray("keys")) {
      kids.add(((JsonObject) key).getString("kid"));
    }
    return kids;
  }

  private void rotate(TokenAlgorithm algorithm) {
    assertEquals(KeyRotation.State.NEXT, rotation.make(algorithm, now).state());
    now = now.plus(KeyRing.PUBLISHED);
    assertTrue(look());
    assertEquals(KeyRotation.State.CURRENT, rotation.rotate(now, false).state());
    assertTrue(look());
  }

  @Test
  void aNextKeyIsPublishedAndVerifiesButDoesNotSign() {
    String before = sign(1);
    KeyRotation.Listed next = rotation.make(TokenAlgorithm.ES256, now);
    assertFalse(published().contains(next.kid()));
    assertTrue(look());
    assertEquals(2, published().size());
    assertTrue(published().contains(next.kid()));
    assertSame(before, sign(1));
    // Another gateway that is a moment ahead signs under it already.
    KeyRotation.Listed unused = rotation.rotate(now, true);
    JwtAdmissionTokens ahead = open();
    String early = ahead.sign(admission(2)).await();
    assertEquals(Optional.of(admission(2)), tokens.verify(early, START));
  }

  @Test
  void whatWasSignedBeforeARotationGoesOnAndWhatIsSignedAfterwardsIsOfTheNewKey() {
    for (TokenAlgorithm algorithm : TokenAlgorithm.values()) {
      String before = sign(1);
      rotate(algorithm);
      assertEquals(Optional.of(admission(1)), tokens.verify(before, START));
      assertEquals(Optional.of(admission(1)), open().verify(before, START));
      String after = sign(1);
      assertNotEquals(before, after);
      assertEquals(Optional.of(admission(1)), tokens.verify(after, START));
    }
  }

  @Test
  void aRetiredKeyVerifiesNothingEvenWhatIsRemembered() {
    String old = sign(1);
    String kid = rotation.list().get(0).kid();
    assertTrue(tokens.verify(old, START).isPresent());
    rotate(TokenAlgorithm.RS256);
    assertTrue(tokens.verify(old, START).isPresent());
    assertEquals(List.of(kid), rotation.retire(kid, now, true));
    assertTrue(look());
    assertTrue(tokens.verify(old, START).isEmpty());
    assertFalse(published().contains(kid));
    assertTrue(tokens.verify(sign(1), START).isPresent());
  }

  @Test
  void aLookThatFindsNothingNewKeepsEveryVerdictAndEverySignature() {
    String token = sign(1);
    assertTrue(look());
    assertSame(token, sign(1));
    assertEquals(0, log.list.size());
    rotate(TokenAlgorithm.EdDSA);
    String second = sign(1);
    assertNotSame(token, second);
    assertTrue(look());
    assertSame(second, sign(1));
  }

  @Test
  void aBrokenFolderChangesNothingAndIsSaidOnceWithoutAnythingSecret() throws IOException {
    rotate(TokenAlgorithm.RS256);
    String token = sign(1);
    Path index = folder.resolve("admission-keys.json");
    String good = Files.readString(index);
    String kid = rotation.list().get(0).kid();
    Path key = folder.resolve("admission-" + kid + ".jwk");
    String secret = Files.readString(key);
    Path first = folder.resolve("admission.jwk");
    String firstSecret = Files.readString(first);
    List<Runnable> faults =
        List.of(
            () -> write(index, ""),
            () -> write(index, good.replace(kid, "unknown")),
            () -> write(key, ""),
            () -> write(key, secret.substring(0, secret.length() / 2)),
            () -> write(key, secret.replaceFirst("\"dp\":\"[^\"]+\"", "\"dp\":\"AQAB\"")),
            () -> delete(key),
            () -> delete(index),
            () -> delete(index, first),
            () -> delete(first),
            () -> open(key));
    for (Runnable fault : faults) {
      log.list.clear();
      fault.run();
      assertFalse(look());
      assertFalse(look());
      assertEquals(Optional.of(admission(1)), tokens.verify(token, START));
      assertSame(token, sign(1));
      assertEquals(2, published().size());
      assertEquals(1, log.list.size());
      assertFalse(log.list.get(0).getFormattedMessage().contains("\"d\""));
      assertTrue(log.list.get(0).getFormattedMessage().length() < 500);
      write(index, good);
      write(first, firstSecret);
      write(key, secret);
      mode(key, "rw-------");
      assertTrue(look());
    }
  }

  @Test
  void noTokenIsRefusedAndEveryKeySignsWhileKeysRotateUnderLoad() throws InterruptedException {
    Queue<String> signed = new ConcurrentLinkedQueue<>();
    signed.add(sign(0));
    AtomicInteger refusals = new AtomicInteger();
    AtomicInteger verdicts = new AtomicInteger();
    AtomicInteger running = new AtomicInteger(1);
    List<Thread> load = new ArrayList<>();
    // A second gateway on the same folder, never further apart than its next look.
    JwtAdmissionTokens other = open();
    KeyWatch others = watch(other);
    for (AdmissionTokens each : List.of(tokens, other)) {
      load.add(
          new Thread(
              () -> {
                while (running.get() > 0) {
                  for (String token : signed) {
                    verdicts.incrementAndGet();
                    refusals.addAndGet(each.verify(token, START).isPresent() ? 0 : 1);
                  }
                }
              }));
    }
    AtomicInteger positions = new AtomicInteger();
    load.add(
        new Thread(
            () -> {
              while (running.get() > 0) {
                signed.add(sign(positions.incrementAndGet()));
              }
            }));
    load.forEach(Thread::start);
    TokenAlgorithm[] algorithms = TokenAlgorithm.values();
    for (int round = 0; round < 8; round++) {
      KeyRotation.Listed next = rotation.make(algorithms[round % algorithms.length], now);
      assertTrue(look());
      assertTrue(others.tick().await());
      now = now.plus(KeyRing.PUBLISHED);
      assertEquals(next.kid(), rotation.rotate(now, false).kid());
      assertTrue(look());
      String under = sign(positions.incrementAndGet());
      assertEquals(Optional.of(next.kid()), kid(under));
      signed.add(under);
      assertTrue(others.tick().await());
    }
    org.awaitility.Awaitility.await().until(() -> verdicts.get() > 100);
    running.set(0);
    for (Thread thread : load) {
      thread.join();
    }
    assertEquals(0, refusals.get(), refusals + " of " + verdicts + " refused");
    assertEquals(9, signed.stream().map(KeyWatchTest::kid).distinct().count());
  }

  @Test
  void theKeysOfARunningGatewayFollowByThemselves() {
    Vertx own = Vertx.vertx();
    try {
      AdmissionTokens running = Keys.open(folder, true).admissionTokens(own, ISSUER);
      KeyRotation.Listed next = rotation.make(TokenAlgorithm.EdDSA, now);
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> running.jwks().encode().contains(next.kid()));
    } finally {
      own.close().await();
    }
  }

  private static Optional<String> kid(String token) {
    byte[] head = Base64Url.decode(token.substring(0, token.indexOf('.')));
    return head == null
        ? Optional.empty()
        : Optional.of(new JsonObject(io.vertx.core.buffer.Buffer.buffer(head)).getString("kid"));
  }

  private static void write(Path file, String text) {
    try {
      Path unused = Files.writeString(file, text);
      mode(file, "rw-------");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void delete(Path... files) {
    try {
      for (Path file : files) {
        boolean unused = Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void open(Path file) {
    mode(file, "rw-r-----");
  }

  private static void mode(Path file, String mode) {
    try {
      Path unused = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
