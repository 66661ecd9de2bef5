package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that forgets, refuses, or is full, under a whole gateway with fans at its door. */
class StoreTroubleTest {
  @TempDir Path folder;

  private Site site;

  @BeforeEach
  void open() {
    site = new Site(folder);
  }

  @AfterEach
  void close() {
    site.close();
  }

  /** One command, written on a line. */
  private static String redis(EmbeddedRedis redis, String command) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      var answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      return String.valueOf(answer.readLine());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static int arrival(RawClient.Reply reply) {
    return new JsonObject(reply.body()).getInteger("arrival");
  }

  @Test
  void scriptsThatTheStoreForgetsUnderJoinsAreNoticedByNobody() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<RawClient.Reply>> joins = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        joins.add(threads.submit(() -> site.join("derby")));
        if (i % 20 == 0) {
          assertEquals("+OK", redis(site.redis, "SCRIPT FLUSH"));
        }
      }
      Set<Integer> arrivals = new HashSet<>();
      for (Future<RawClient.Reply> join : joins) {
        RawClient.Reply reply = join.get(60, TimeUnit.SECONDS);
        assertEquals(201, reply.status(), reply::body);
        assertTrue(arrivals.add(arrival(reply)), "a number was given twice");
      }
    } finally {
      threads.shutdown();
    }
    RawClient.Reply ready =
        RawClient.exchange(site.gateway.operatorPort(), RawClient.request("GET", "/readyz"));
    assertEquals(200, ready.status());
  }

  @Test
  void aStoreThatBecomesAReplicaLosesNoPlaceAndLetsNobodyInUntilItIsPromoted() throws IOException {
    RawClient.Reply first = site.join("derby");
    String ticket = new JsonObject(first.body()).getString("ticket");
    String mine = RawClient.request("GET", "/queue/derby/places/me", "Headgate-Place: " + ticket);
    String claim =
        RawClient.request(
            "POST",
            "/queue/cup/admissions",
            "Headgate-Place: " + new JsonObject(site.join("cup").body()).getString("ticket"),
            "Content-Length: 0");
    assertEquals("+OK", redis(site.redis, "REPLICAOF 127.0.0.1 1"));
    assertKeptWaiting(claim);
    assertEquals(200, site.exchange(RawClient.request("GET", "/queue/derby")).status());
    int seen = site.exchange(mine).status();
    assertTrue(seen == 200 || seen == 503 || seen == 429, "a place was answered " + seen);

    assertEquals("+OK", redis(site.redis, "REPLICAOF NO ONE"));
    RawClient.Reply next = joinOnceTheStoreIsBack();
    assertTrue(arrival(next) > arrival(first));
    Awaitility.await().until(() -> site.exchange(mine).status() == 200);
    assertEquals(arrival(first), arrival(site.exchange(mine)));
  }

  private void assertKeptWaiting(String claim) throws IOException {
    for (int i = 0; i < 20; i++) {
      RawClient.Reply join = site.join("derby");
      assertEquals("503 restoring", join.status() + " " + join.problem());
      assertEquals("2", join.header("Retry-After"));
      RawClient.Reply in = site.exchange(claim);
      assertTrue(in.status() == 503 || in.status() == 409 || in.status() == 429, in::body);
    }
  }

  private RawClient.Reply joinOnceTheStoreIsBack() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> site.join("derby"), reply -> reply.status() == 201);
  }

  @Test
  void aStoreThatIsFullIsSaidToComeBackAndNoPlaceIsLost() throws IOException {
    RawClient.Reply first = site.join("derby");
    assertEquals("+OK", redis(site.redis, "CONFIG SET maxmemory 1"));
    for (int i = 0; i < 20; i++) {
      RawClient.Reply join = site.join("derby");
      assertEquals("503 restoring", join.status() + " " + join.problem());
      assertEquals("2", join.header("Retry-After"));
    }
    assertEquals("+OK", redis(site.redis, "CONFIG SET maxmemory 0"));
    assertTrue(arrival(joinOnceTheStoreIsBack()) > arrival(first));
    String ticket = new JsonObject(first.body()).getString("ticket");
    String again =
        RawClient.request(
            "POST", "/queue/derby/places", "Headgate-Place: " + ticket, "Content-Length: 0");
    RawClient.Reply same = site.exchange(again);
    assertEquals("200 " + arrival(first), same.status() + " " + arrival(same));
  }

  @Test
  void aStoreThatMayThrowPlacesAwayIsRefusedAtTheStart() {
    EmbeddedRedis evicting = EmbeddedRedis.start();
    try {
      for (String policy : List.of("allkeys-lru", "allkeys-lfu", "allkeys-random")) {
        assertEquals("+OK", redis(evicting, "CONFIG SET maxmemory-policy " + policy));
        Path own = folder.resolve(policy);
        AssertionError refused =
            assertThrows(AssertionError.class, () -> new Site(own, List.of(), evicting).close());
        assertTrue((refused.getMessage() + "").contains("maxmemory-policy: " + policy));
      }
    } finally {
      evicting.close();
    }
  }
}
