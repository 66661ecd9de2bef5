package dev.headgate.gateway.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.headgate.embedded.EmbeddedRedis;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTrailTest {
  private static final EmbeddedRedis REDIS = EmbeddedRedis.start();
  private static final int MOST = 100_000;

  @TempDir Path folder = Path.of(".");
  private final Vertx vertx = Vertx.vertx();
  private final List<AuditTrail> trails = new ArrayList<>();
  private final Redis client = Redis.createClient(vertx, REDIS.uri().toString());

  @AfterEach
  void stop() {
    // Whoever goes on would bring back what the next test must not find.
    trails.forEach(trail -> await(trail.close().otherwiseEmpty()));
    redis(Command.FLUSHALL);
    await(vertx.close());
  }

  @AfterAll
  static void stopRedis() {
    REDIS.close();
  }

  @Test
  void whatOneGatewayNotesEachReadsInTheOrderOfTheChanges() {
    AuditTrail a = trail("a");
    AuditTrail b = trail("b");
    for (int i = 0; i < 20; i++) {
      note(i % 2 == 0 ? a : b, "derby", i);
    }
    assertEquals(numbers(20), numbersIn(a, "derby"));
    assertEquals(numbers(20), numbersIn(b, "derby"));
    assertEquals(List.of(), numbersIn(a, "cup"));
  }

  @Test
  void whoEndedASessionIsFoundWhereverItWasNotedAndTheNewestIsMeant() {
    AuditTrail a = trail("a");
    AuditTrail b = trail("b");
    note(a, "derby", 0);
    AuditEntry first = await(a.note(revoke(0, 7)));
    assertEquals(first.id(), await(b.revoked("derby", 0, 7)).orElseThrow().id());
    AuditEntry again = await(b.note(revoke(0, 7)));
    for (AuditTrail trail : List.of(a, b, trail("c"))) {
      assertEquals(again.id(), await(trail.revoked("derby", 0, 7)).orElseThrow().id());
      assertEquals(Optional.empty(), await(trail.revoked("derby", 1, 7)));
      assertEquals(Optional.empty(), await(trail.revoked("derby", 0, 8)));
      assertEquals(Optional.empty(), await(trail.revoked("cup", 0, 7)));
    }
  }

  private static Change revoke(int lane, int position) {
    JsonObject session = new JsonObject().put("lane", lane).put("position", position);
    return new Change("derby", Signature.ofTheConfiguration(), "revoke", session, null);
  }

  @Test
  void ofHundredsOfChangesAtOnceNoneIsLostOrTwice() {
    AuditTrail a = trail("a");
    AuditTrail b = trail("b");
    List<Future<AuditEntry>> notes = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      notes.add((i % 2 == 0 ? a : b).note(change("derby", i)));
    }
    await(Future.all(notes).mapEmpty());
    List<AuditEntry> all = await(a.read("derby", "", MOST)).entries();
    assertEquals(all, await(b.read("derby", "", MOST)).entries());
    assertEquals(400, new HashSet<>(all.stream().map(AuditEntry::id).toList()).size());
    assertEquals(Set.copyOf(numbers(400)), Set.copyOf(numbersOf(all)));
    assertEquals(all.stream().map(AuditEntry::id).sorted().toList(), ids(all));
  }

  @Test
  void pagesLeadToTheEndAndMissNothing() {
    AuditTrail trail = trail("a");
    numbers(25).forEach(i -> note(trail, "derby", i));
    List<Integer> seen = new ArrayList<>();
    String after = "";
    int pages = 0;
    while (after != null) {
      AuditTrail.Page page = await(trail.read("derby", after, 10));
      seen.addAll(numbersOf(page.entries()));
      after = page.next();
      pages++;
    }
    assertEquals(numbers(25), seen);
    assertEquals(3, pages);
    assertNull(await(trail.read("derby", "", 25)).next(), "the last page knows that it is");
  }

  @Test
  void anEntrySaysAllThatIsKnownOfAChange() {
    AuditTrail trail = trail("a");
    Signature author = Signature.of("ann \"x\"", "admin", "192.0.2.7", "sold too fast – é");
    JsonObject dials = new JsonObject().put("newUsersPerMinute", 600);
    await(trail.note(new Change("derby", author, "dials", dials, null)));
    JsonObject entry = await(trail.read("derby", "", 1)).entries().get(0).toJson();
    assertEquals(
        List.of("id", "at", "who", "role", "address", "change", "from", "to", "why"),
        List.copyOf(entry.fieldNames()));
    assertEquals("ann \"x\"", entry.getString("who"));
    assertEquals("192.0.2.7", entry.getString("address"));
    assertEquals("sold too fast – é", entry.getString("why"));
    assertEquals(dials, entry.getJsonObject("from"));
    assertNull(entry.getValue("to"));
    assertTrue(entry.getString("at").matches("20..-..-..T..:..:..\\....Z"), entry.encode());
  }

  @Test
  void aStoreThatForgotEverythingGetsItBackFromWhoeverHasIt() {
    AuditTrail a = trail("a");
    AuditTrail b = trail("b");
    note(a, "derby", 0);
    note(b, "derby", 1);
    note(a, "derby", 2);
    assertEquals(numbers(3), numbersIn(b, "derby"));
    redis(Command.FLUSHALL);
    note(b, "derby", 3);
    assertEquals(numbers(4), numbersIn(b, "derby"));
    AuditTrail newcomer = trail("c");
    assertEquals(numbers(4), numbersIn(newcomer, "derby"));
    assertEquals(numbers(4), numbersIn(a, "derby"));
  }

  @Test
  void aGatewayThatNobodyAsksHasItsCopyToo() throws IOException {
    AuditTrail a = trail("a");
    AuditTrail b = trail("b");
    note(a, "derby", 0);
    note(a, "cup", 1);
    awaitLines("b", "derby", 1);
    awaitLines("b", "cup", 1);
    redis(Command.FLUSHALL);
    note(b, "other", 2);
    awaitLines("a", "other", 1);
    Awaitility.await()
        .untilAsserted(
            () -> {
              assertTrue(storeHas("derby"), "derby");
              assertTrue(storeHas("cup"), "cup");
            });
  }

  @Test
  void whileTheStoreIsAwayChangesAreNotedHereAndSharedLater() throws IOException {
    AuditTrail lonely = trail("a", URI.create("redis://127.0.0.1:1"));
    note(lonely, "derby", 0);
    note(lonely, "derby", 1);
    assertEquals(Set.copyOf(numbers(2)), Set.copyOf(numbersIn(lonely, "derby")));
    await(lonely.close());
    AuditTrail back = trail("a");
    assertEquals(Set.copyOf(numbers(2)), Set.copyOf(numbersIn(back, "derby")));
    assertEquals(Set.copyOf(numbers(2)), Set.copyOf(numbersIn(trail("b"), "derby")));
  }

  @Test
  void aFileIsOnlyEverAddedTo() throws IOException {
    AuditTrail trail = trail("a");
    note(trail, "derby", 0);
    String before = Files.readString(file("a", "derby"));
    redis(Command.FLUSHALL);
    note(trail, "derby", 1);
    assertEquals(numbers(2), numbersIn(trail, "derby"));
    String since = Files.readString(file("a", "derby"));
    assertTrue(since.startsWith(before) && since.length() > before.length(), since);
  }

  @Test
  void aLineThatACrashCutOffCostsNoOther() throws IOException {
    AuditTrail first = trail("a");
    note(first, "derby", 0);
    await(first.close());
    String whole = Files.readString(file("a", "derby"));
    String half = whole.substring(0, whole.length() / 2);
    Files.writeString(file("a", "derby"), half, StandardOpenOption.APPEND);
    redis(Command.FLUSHALL);
    AuditTrail again = trail("a");
    note(again, "derby", 1);
    assertEquals(numbers(2), numbersIn(again, "derby"));
    await(again.close());
    assertEquals(numbers(2), numbersIn(trail("a"), "derby"), "also read from the file");
  }

  @Test
  void aChangeThatWasWrittenTwiceIsShownOnce() throws IOException {
    AuditTrail first = trail("a");
    note(first, "derby", 0);
    note(first, "derby", 1);
    await(first.close());
    String again = Files.readAllLines(file("a", "derby")).get(0).replaceFirst("-000000", "-700000");
    Files.writeString(file("a", "derby"), again + "\n", StandardOpenOption.APPEND);
    AuditTrail trail = trail("a");
    assertEquals(numbers(2), numbersIn(trail, "derby"));
    assertEquals(numbers(2), numbersIn(trail("b"), "derby"), "and wherever it came to");
    String next = String.valueOf(await(trail.read("derby", "", 1)).next());
    assertEquals(List.of(1), numbersOf(await(trail.read("derby", next, 5)).entries()));
  }

  @Test
  void aChangeOfWhichNobodyKnewIsTheOneThatTheStoreHasOnceThatIsSeen() throws IOException {
    AuditTrail trail = trail("a");
    note(trail, "derby", 0);
    Signature by = Signature.of("ann", "operator", null, null);
    await(trail.note(new Change("derby", by, AuditEntry.UNANSWERED, null, 1)));
    assertEquals(numbers(2), numbersIn(trail, "derby"));
    AuditEntry made = await(trail("b").note(new Change("derby", by, "dials", null, 2)));
    assertEquals(List.of(0, 2), numbersIn(trail, "derby"));
    assertEquals(List.of(0, 2), numbersIn(trail("b"), "derby"));
    await(trail.close());
    assertEquals(List.of(0, 2), numbersIn(trail("a"), "derby"), "also read from the file");
    await(trail("c").keep("derby", made));
    assertEquals(List.of(0, 2), numbersIn(trail("c"), "derby"));
  }

  @Test
  void whatWasNotedWhileTheStoreWasAwayIsSharedThoughNobodyAsks() throws IOException {
    try (RedisSwitch store = new RedisSwitch()) {
      AuditTrail a = trail("a", store.uri());
      note(a, "derby", 0);
      store.off();
      note(a, "derby", 1);
      store.on();
      awaitLines("a", "derby", 2);
      AuditTrail b = trail("b");
      Awaitility.await().until(() -> numbersIn(b, "derby").equals(numbers(2)));
    }
  }

  @Test
  void whatEachOfTwoHasAloneComesTogetherThoughBothHaveAsMany() throws IOException {
    try (RedisSwitch store = new RedisSwitch()) {
      AuditTrail a = trail("a", store.uri(), Duration.ofHours(1));
      AuditTrail b = trail("b");
      note(a, "derby", 0);
      store.off();
      note(b, "derby", 1);
      note(a, "derby", 2);
      store.on();
      assertEquals(numbers(3), numbersIn(a, "derby"));
      assertEquals(numbers(3), numbersIn(b, "derby"));
    }
  }

  @Test
  void whatTwoNotedAloneWhileTheStoreWasAwayComesTogether() throws IOException {
    try (RedisSwitch first = new RedisSwitch();
        RedisSwitch second = new RedisSwitch()) {
      AuditTrail a = trail("a", first.uri());
      AuditTrail b = trail("b", second.uri());
      first.off();
      note(a, "derby", 0);
      note(b, "derby", 1);
      second.off();
      note(b, "derby", 2);
      first.on();
      Awaitility.await().until(() -> inStore("derby") == 2);
      // As many there as here, and none of them later than what is known: yet they are others.
      second.on();
      for (AuditTrail each : List.of(a, b)) {
        Awaitility.await()
            .until(() -> Set.copyOf(numbersIn(each, "derby")), Set.of(0, 1, 2)::equals);
      }
    }
  }

  @Test
  void aGatewayWhoseClockIsYearsAheadHidesAndMovesNothing() throws IOException {
    try (RedisSwitch store = new RedisSwitch()) {
      Instant far = Instant.parse("2100-01-01T00:00:00Z");
      AuditTrail a =
          trail(
              new AuditParts(
                  vertx, store.uri(), folder.resolve("a"), () -> far, Duration.ofMillis(50)));
      AuditTrail b = trail("b");
      store.off();
      note(a, "derby", 9);
      store.on();
      awaitLines("b", "derby", 1);
      note(b, "derby", 0);
      note(a, "derby", 1);
      note(b, "cup", 2);
      awaitLines("a", "cup", 1);
      assertEquals(List.of(0, 1, 9), numbersIn(a, "derby"));
      assertEquals(List.of(0, 1, 9), numbersIn(b, "derby"));
    }
  }

  @Test
  void aStoreThatWentBackToAnEarlierStateGetsItBackFromWhoeverHasIt() throws IOException {
    AuditTrail a = trail("a");
    note(a, "derby", 0);
    note(a, "cup", 1);
    awaitLines("a", "cup", 1);
    await(client.send(Request.cmd(Command.DEL).arg("hg:{cup}:audit")));
    await(client.send(Request.cmd(Command.ZREM).arg("headgate:{audit}:index").arg("cup")));
    Awaitility.await().until(() -> storeHas("cup"));
  }

  @Test
  void aLongTrailIsReadFromTheStoreInPiecesAndWhole() {
    int many = 6_000;
    for (int from = 0; from < many; from += 1_000) {
      Request add = Request.cmd(Command.ZADD).arg("hg:{derby}:audit");
      for (int i = from; i < from + 1_000; i++) {
        String rest = change("derby", i).rest();
        add.arg(0).arg(AuditEntry.made(1_764_490_000_000L, i, rest).line());
      }
      await(client.send(add));
    }
    // Whoever is answered more than this at a time is cut off.
    limitAnswersTo("400000");
    try {
      assertEquals(numbers(many), numbersIn(trail("a"), "derby"));
    } finally {
      limitAnswersTo("0");
    }
  }

  private void limitAnswersTo(String bytes) {
    await(
        client.send(
            Request.cmd(Command.CONFIG)
                .arg("SET")
                .arg("client-output-buffer-limit")
                .arg("normal " + bytes + " 0 0")));
  }

  @Test
  void whatPeopleWriteEndsNoLineAndCostsNoEntry() throws IOException {
    AuditTrail trail = trail("a");
    for (String sign : List.of("\u2028", "\u2029", "\u0085", "\n", "\r", "\u000b")) {
      Signature by = Signature.of("ann", "operator", null, "a" + sign + "b");
      await(trail.note(new Change("derby", by, "dials", "c" + sign + "d", sign)));
    }
    assertEquals(6, await(trail.read("derby", "", MOST)).entries().size());
    await(trail.close());
    redis(Command.FLUSHALL);
    List<AuditEntry> again = await(trail("a").read("derby", "", MOST)).entries();
    assertEquals(6, again.size(), "also read from the file");
    assertEquals("a\u2028b", again.get(0).toJson().getString("why"));
  }

  @Test
  void damagedLinesAreLeftOut() {
    for (String line :
        List.of(
            "",
            "x",
            "{\"id\":\"1764490000000-000001\"}",
            "{\"id\":\"1764490000000-000001\",\"who\":\"ann\",}")) {
      assertEquals(Optional.empty(), AuditEntry.read(line), line);
    }
  }

  @Test
  void aDiskThatTakesNothingHidesNoEntryThatTheStoreHas() throws IOException {
    AuditTrail well = trail("b");
    Path file = Files.createDirectories(file("a", "derby"));
    AuditTrail full = trail("a");
    note(full, "derby", 0);
    note(well, "derby", 1);
    note(full, "derby", 2);
    assertEquals(numbers(3), numbersIn(full, "derby"));
    assertEquals(numbers(3), numbersIn(well, "derby"));
    Files.delete(file);
    note(full, "derby", 3);
    assertEquals(4, Files.readAllLines(file).size(), "the disk gets what it did not take");
  }

  @Test
  void whatNeitherTheStoreNorTheDiskTakesIsSaidToBeLost() throws IOException {
    Path file = Files.createDirectories(file("a", "derby"));
    AuditTrail lonely = trail("a", URI.create("redis://127.0.0.1:1"));
    Future<AuditEntry> noted = lonely.note(change("derby", 0));
    Awaitility.await().until(noted::isComplete);
    assertTrue(noted.failed());
    assertTrue(Files.isDirectory(file));
  }

  @Test
  void idsAreReadAsWhatTheyAre() {
    for (String id : List.of("", "1", "1764490000000", "1764490000000-1", "x-000001", "\"", "~")) {
      assertEquals(false, AuditEntry.isId(id), id);
    }
    assertTrue(AuditEntry.isId("1764490000000-000001"));
  }

  private AuditTrail trail(String gateway) {
    return trail(gateway, REDIS.uri());
  }

  private AuditTrail trail(String gateway, URI redis) {
    return trail(gateway, redis, Duration.ofMillis(50));
  }

  private AuditTrail trail(String gateway, URI redis, Duration follow) {
    return trail(
        new AuditParts(vertx, redis, folder.resolve(gateway), InstantSource.system(), follow));
  }

  private AuditTrail trail(AuditParts parts) {
    AuditTrail trail = AuditTrail.over(parts);
    trails.add(trail);
    return trail;
  }

  /** A way to the store that can be cut. */
  private final class RedisSwitch implements AutoCloseable {
    private final Set<NetSocket> open = ConcurrentHashMap.newKeySet();
    private final NetClient there = vertx.createNetClient();
    private final NetServer here = vertx.createNetServer();
    private volatile boolean off;

    RedisSwitch() {
      here.connectHandler(this::connect);
      await(here.listen(0, "127.0.0.1"));
    }

    URI uri() {
      return URI.create("redis://127.0.0.1:" + here.actualPort());
    }

    void off() {
      off = true;
      open.forEach(socket -> socket.close().onFailure(gone -> {}));
    }

    void on() {
      off = false;
    }

    private void connect(NetSocket from) {
      if (off) {
        from.close().onFailure(gone -> {});
        return;
      }
      open.add(from);
      from.pause();
      there
          .connect(REDIS.port(), "127.0.0.1")
          .onSuccess(
              to -> {
                open.add(to);
                from.pipeTo(to).onFailure(gone -> {});
                to.pipeTo(from).onFailure(gone -> {});
              });
    }

    @Override
    public void close() {
      await(here.close());
    }
  }

  private static void note(AuditTrail trail, String event, int number) {
    await(trail.note(change(event, number)));
  }

  private static Change change(String event, int number) {
    Signature author = Signature.of("ann", "operator", null, null);
    return new Change(event, author, "dials", null, number);
  }

  private static List<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  private static List<Integer> numbersIn(AuditTrail trail, String event) {
    return numbersOf(await(trail.read(event, "", MOST)).entries());
  }

  private static List<Integer> numbersOf(List<AuditEntry> entries) {
    return entries.stream().map(entry -> entry.toJson().getInteger("to")).toList();
  }

  private static List<String> ids(List<AuditEntry> entries) {
    return entries.stream().map(AuditEntry::id).toList();
  }

  private Path file(String gateway, String event) {
    return folder.resolve(gateway).resolve(event + ".jsonl");
  }

  private void awaitLines(String gateway, String event, int lines) {
    Path file = file(gateway, event);
    Awaitility.await().until(() -> Files.exists(file) && Files.readAllLines(file).size() == lines);
  }

  private boolean storeHas(String event) {
    return inStore(event) == 1;
  }

  private int inStore(String event) {
    Request count = Request.cmd(Command.ZCARD).arg("hg:{" + event + "}:audit");
    return Integer.parseInt(String.valueOf(await(client.send(count))));
  }

  private void redis(Command command) {
    var done = await(client.send(Request.cmd(command)));
    assertEquals("OK", String.valueOf(done));
  }

  @CanIgnoreReturnValue
  private static <T> T await(Future<T> future) {
    try {
      return future.await(60, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError("no answer", late);
    }
  }
}
