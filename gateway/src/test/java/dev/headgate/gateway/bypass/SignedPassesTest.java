package dev.headgate.gateway.bypass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.headgate.gateway.config.Bypass;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class SignedPassesTest {
  private static final long NOW = 1_764_500_000L;
  private static final long LATER = NOW + 3_600;

  @TempDir Path folder;
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private Passes passes = Passes.none();

  @BeforeEach
  void open() {
    passes = opened("staff", "press");
  }

  @Test
  void aPassIsGoodForItsEventUntilTheSecondItExpires() {
    String derby = passes.mint("staff", "derby", LATER);
    String all = passes.mint("press", null, LATER);
    assertTrue(shown(derby, "derby", NOW));
    assertTrue(shown(derby, "derby", LATER - 1));
    assertFalse(shown(derby, "derby", LATER));
    assertFalse(shown(derby, "cup", NOW));
    assertTrue(shown(derby, "", NOW), "where any event will do");
    assertTrue(shown(all, "derby", NOW));
    assertTrue(shown(all, "cup", NOW));
    assertFalse(shown(all, "cup", LATER));
  }

  @Test
  void aPassIsOfTheFormThatIsDocumented() throws Exception {
    String pass = passes.mint("staff", "derby", LATER);
    byte[] key = HexFormat.of().parseHex(Files.readString(folder.resolve("staff.key")).strip());
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String said = "hgb1.staff.derby." + LATER;
    String sum =
        java.util.Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(mac.doFinal(said.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    assertEquals(said + "." + sum, pass);
    assertTrue(passes.mint("staff", null, LATER).startsWith("hgb1.staff.*." + LATER + "."));
  }

  @Test
  void whatIsForgedInAnyWayIsAsGoodAsNone() {
    String pass = passes.mint("staff", "derby", LATER);
    String mac = pass.substring(pass.lastIndexOf('.') + 1);
    String expired = passes.mint("staff", "derby", NOW);
    Map<String, String> forged = new LinkedHashMap<>();
    forged.put("nothing", "");
    forged.put("dots", "....");
    forged.put("no mac", "hgb1.staff.derby." + LATER + ".");
    forged.put("another event", "hgb1.staff.cup." + LATER + "." + mac);
    forged.put("every event", "hgb1.staff.*." + LATER + "." + mac);
    forged.put("a later end", "hgb1.staff.derby." + (LATER + 1) + "." + mac);
    forged.put("no end", "hgb1.staff.derby.99999999999999999999." + mac);
    forged.put("a signed end", "hgb1.staff.derby.+" + LATER + "." + mac);
    forged.put("a padded end", "hgb1.staff.derby.0" + LATER + "." + mac);
    forged.put("another's name", "hgb1.press.derby." + LATER + "." + mac);
    forged.put("nobody's name", "hgb1.boss.derby." + LATER + "." + mac);
    forged.put("another version", "hgb2" + pass.substring(4));
    forged.put("capitals", pass.toUpperCase(java.util.Locale.ROOT));
    forged.put("a part more", pass + ".x");
    forged.put("a dot more", pass + ".");
    forged.put("a part less", pass.substring(0, pass.lastIndexOf('.')));
    forged.put("padding", pass + "=");
    forged.put("a character less", pass.substring(0, pass.length() - 1));
    forged.put("another last bit", pass.substring(0, pass.length() - 1) + next(pass));
    forged.put("foreign letters", pass.replace("derby", "d\u00e9rby"));
    forged.put("very much", pass + "x".repeat(10_000));
    forged.put(
        "the mac of another", passes.mint("press", "derby", LATER).replace("press", "staff"));
    forged.put("an expired one", expired);
    forged.put("an expired one, prolonged", expired.replace("" + NOW, "" + LATER));
    forged.put("another key", otherKey().mint("staff", "derby", LATER));
    forged.forEach(
        (kind, candidate) -> {
          assertFalse(shown(candidate, "derby", NOW), kind);
          assertFalse(shown(candidate, "", NOW), kind);
        });
    assertTrue(shown(pass, "derby", NOW), "the one it all began with");
  }

  @Test
  void noBitOfAPassCanBeChanged() {
    String pass = passes.mint("staff", "derby", LATER);
    for (int at = 0; at < pass.length(); at++) {
      for (int bit = 0; bit < 7; bit++) {
        char other = (char) (pass.charAt(at) ^ (1 << bit));
        String changed = pass.substring(0, at) + other + pass.substring(at + 1);
        assertFalse(shown(changed, "", NOW), changed);
      }
    }
  }

  @Test
  void aPassIsShownByHeaderOrCookieAmongAFewOthers() {
    String pass = passes.mint("staff", null, LATER);
    assertTrue(passes.letThrough(headers("Headgate-Bypass", " " + pass + " "), "derby", NOW));
    assertTrue(passes.letThrough(headers("Cookie", "a=b; hg_bypass=" + pass), "derby", NOW));
    assertTrue(passes.letThrough(headers("Cookie", "hg_bypass=\"" + pass + "\""), "derby", NOW));
    MultiMap several = headers("Headgate-Bypass", "x");
    several.add("Headgate-Bypass", pass).add("Cookie", "hg_bypass=y");
    assertTrue(passes.letThrough(several, "derby", NOW));
    for (String elsewhere : List.of("Authorization", "Headgate-Admission", "X-Headgate-Bypass")) {
      assertFalse(passes.letThrough(headers(elsewhere, pass), "derby", NOW), elsewhere);
    }
    assertFalse(passes.letThrough(headers("Cookie", "hg_bypass2=" + pass), "derby", NOW));
    MultiMap many = MultiMap.caseInsensitiveMultiMap();
    for (int i = 0; i < 5_000; i++) {
      many.add("Headgate-Bypass", "hgb1.staff.*." + LATER + "." + i);
    }
    assertFalse(passes.letThrough(many.add("Headgate-Bypass", pass), "derby", NOW));
    assertFalse(Passes.none().letThrough(headers("Headgate-Bypass", pass), "derby", NOW));
  }

  @Test
  void usesAreCountedByNameAndLoggedOnceAPassAndHourWithoutThePass() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(PassUses.class);
    logger.addAppender(log);
    try {
      String one = passes.mint("staff", null, NOW + 90_000);
      String two = passes.mint("staff", "derby", NOW + 90_000);
      for (int i = 0; i < 100; i++) {
        assertTrue(shown(one, "derby", NOW + i));
      }
      assertEquals(1, log.list.size());
      assertTrue(shown(two, "derby", NOW));
      assertEquals(2, log.list.size());
      Passes reopened = passes.reopened(List.of(bypass("staff")), false);
      assertTrue(reopened.letThrough(headers("Headgate-Bypass", one), "derby", NOW + 3_599));
      assertEquals(2, log.list.size());
      assertTrue(reopened.letThrough(headers("Headgate-Bypass", one), "derby", NOW + 3_600));
      assertEquals(3, log.list.size());
      assertFalse(shown("hgb1.staff.x", "derby", NOW));
      assertEquals(103, metrics.get("headgate.bypass.uses").tag("name", "staff").counter().count());
      String said = log.list.toString();
      assertTrue(said.contains("staff"), said);
      assertFalse(said.contains("hgb1") || said.contains(one.substring(30)), said);
    } finally {
      logger.detachAppender(log);
    }
  }

  @Test
  void aPassEndsWithItsBypassOrItsKey() throws IOException {
    String pass = passes.mint("staff", null, LATER);
    Passes without = passes.reopened(List.of(bypass("press")), false);
    assertFalse(without.letThrough(headers("Headgate-Bypass", pass), "derby", NOW));
    Files.writeString(folder.resolve("staff.key"), "ab".repeat(32));
    Passes rekeyed = passes.reopened(List.of(bypass("staff")), false);
    assertFalse(rekeyed.letThrough(headers("Headgate-Bypass", pass), "derby", NOW));
  }

  @Test
  void aKeyIsMadeOnlyWhereThatIsWantedAndOpenToItsOwnerAlone() throws IOException {
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("staff.key"))));
    assertTrue(Files.readString(folder.resolve("staff.key")).matches("[0-9a-f]{64}\n"));
    assertUnusable("missing", bypass("none"));
    Path open = Files.writeString(folder.resolve("open.key"), "ab".repeat(32));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    assertUnusable("mode rw-r--r--", bypass("open"));
    for (String malformed : List.of("", "xyz", "ab".repeat(31), "ab".repeat(33), "q".repeat(64))) {
      Path file = Files.writeString(folder.resolve("bad.key"), malformed);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      assertUnusable("malformed", bypass("bad"));
    }
  }

  private void assertUnusable(String why, Bypass bypass) {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () -> Passes.open(List.of(bypass), false, metrics).mint("x", null, 1));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(why) && message.contains(bypass.key().toString()), message);
    assertFalse(message.contains("abab") || message.contains("qqqq"), message);
  }

  @Test
  void aPassIsMintedOnlyForWhoAndWhatThereIs() {
    assertThrows(IllegalArgumentException.class, () -> passes.mint("boss", null, LATER).length());
    for (String event : List.of("", "*", "Derby", "a.b", "x".repeat(64))) {
      assertThrows(
          IllegalArgumentException.class, () -> passes.mint("staff", event, LATER).length(), event);
    }
  }

  private static char next(String pass) {
    char last = pass.charAt(pass.length() - 1);
    return last == 'A' ? 'B' : 'A';
  }

  private Passes otherKey() {
    Bypass other = new Bypass("staff", folder.resolve("other.key"));
    return Passes.open(List.of(other), true, metrics);
  }

  private Passes opened(String... names) {
    List<Bypass> bypasses = Set.of(names).stream().map(this::bypass).toList();
    return Passes.open(bypasses, true, metrics);
  }

  private Bypass bypass(String name) {
    return new Bypass(name, folder.resolve(name + ".key"));
  }

  private boolean shown(String pass, String event, long now) {
    return passes.letThrough(headers("Headgate-Bypass", pass), event, now);
  }

  private static MultiMap headers(String name, String value) {
    return MultiMap.caseInsensitiveMultiMap().add(name, value);
  }
}
