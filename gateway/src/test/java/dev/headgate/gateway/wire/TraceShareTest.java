package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.embedded.EmbeddedRedis;
import dev.headgate.gateway.Gateway;
import dev.headgate.gateway.config.GatewayConfig;
import dev.headgate.gateway.testing.Collector;
import dev.headgate.gateway.testing.Collector.Taken;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests are traced, and what becomes of the trace that one comes with. */
class TraceShareTest {
  private static final String THEIR_TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String THEIR_SPAN = "b7ad6b7169203331";
  private static final String STATE = "tracestate: theirs=1";

  private static final Vertx VERTX = Vertx.vertx();
  private static final EmbeddedRedis REDIS = EmbeddedRedis.start();
  private static final Shop SHOP = new Shop(VERTX);

  @TempDir Path folder = Path.of(".");

  private final Collector collector = new Collector(VERTX);

  @AfterAll
  static void stop() {
    VERTX.close().await();
    REDIS.close();
  }

  private Gateway start(String traces) throws IOException {
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(
        file,
        """
        host: 127.0.0.1
        port: 0
        operatorPort: 0
        redis: "%s"
        createMissingKeys: true
        eventLoops: 1
        operatorTokens: [{name: ann, role: admin, sha256: %s}]
        upstreams:
          shop: {url: "http://127.0.0.1:%d"}
        routes: [{path: /open/*, access: public}]
        %s
        """
            .formatted(REDIS.uri(), Mint.OPERATOR_SHA256, SHOP.port(), traces));
    return Site.await(Gateway.start(GatewayConfig.load(file, Map.of())));
  }

  private String traces(String share, String parent) {
    return "traces: {endpoint: \"%s\", ratio: %s, parent: %s}"
        .formatted(collector.endpoint(), share, parent);
  }

  /** The words of the {@code traceparent} that the shop is sent. */
  private static String[] told(Gateway gateway, String path, String... headers) throws IOException {
    return heard(gateway, path, headers).header("traceparent").split("-", -1);
  }

  private static Shop.Heard heard(Gateway gateway, String path, String... headers)
      throws IOException {
    String request = RawClient.request("GET", path, headers);
    assertEquals(200, RawClient.exchange(gateway.port(), request).status());
    return SHOP.heard.stream().filter(one -> one.uri().equals(path)).findFirst().orElseThrow();
  }

  private static boolean kept(String[] told) {
    return (Integer.parseInt(told[3], 16) & 1) == 1;
  }

  private static String theirs(int kept) {
    return "traceparent: 00-" + THEIR_TRACE + "-" + THEIR_SPAN + "-0" + kept;
  }

  @Test
  void theIdOfATraceAloneSaysWhetherItIsKept() throws IOException {
    Gateway gateway = start(traces("0.5", "link"));
    Set<String> expected;
    try {
      Map<String, Boolean> seen = new TreeMap<>();
      for (int i = 0; i < 40; i++) {
        String[] told = told(gateway, "/open/half-" + i, theirs(i % 2));
        seen.put(told[1], kept(told));
      }
      assertEquals(40, seen.size(), "each has a trace of its own");
      seen.forEach((id, kept) -> assertEquals(isInLowerHalf(id), kept, id));
      expected =
          seen.entrySet().stream()
              .filter(Map.Entry::getValue)
              .map(Map.Entry::getKey)
              .collect(Collectors.toSet());
    } finally {
      gateway.stop().await();
    }
    assertEquals(
        expected, collector.taken.stream().map(Taken::traceId).collect(Collectors.toSet()));
  }

  /** Of the last eight bytes as a number, whatever its sign. */
  private static boolean isInLowerHalf(String traceId) {
    return Math.abs(Long.parseUnsignedLong(traceId.substring(16), 16)) < Long.MAX_VALUE / 2;
  }

  @Test
  void withAShareOfNothingNothingIsKeptWhoeverAsks() throws IOException {
    Gateway gateway = start(traces("0", "link"));
    try {
      String[] told = told(gateway, "/open/none", theirs(1), STATE);
      assertTrue(!kept(told), "not kept");
      assertNotEquals(THEIR_TRACE, told[1]);
      String change =
          RawClient.request(
              "PUT",
              "/api/events/x",
              "Authorization: Bearer " + Mint.OPERATOR,
              "Content-Length: 0");
      assertEquals(400, RawClient.exchange(gateway.operatorPort(), change).status());
    } finally {
      gateway.stop().await();
    }
    assertEquals(List.of(), collector.taken);
  }

  @Test
  void whatIsFollowedIsAPartOfTheirTraceIfThatIsKept() throws IOException {
    Gateway gateway = start(traces("0", "follow"));
    try {
      Shop.Heard heard = heard(gateway, "/open/followed", theirs(1), STATE);
      String[] told = heard.header("traceparent").split("-", -1);
      assertEquals(THEIR_TRACE, told[1]);
      assertTrue(kept(told), "kept");
      assertEquals("theirs=1", heard.header("tracestate"));
    } finally {
      gateway.stop().await();
    }
    Taken asked = collector.await(one -> one.name().equals("GET /open/*"));
    assertEquals(THEIR_TRACE, asked.traceId());
    assertEquals(THEIR_SPAN, asked.parent());
    assertEquals(List.of(), asked.links());
  }

  @Test
  void whatIsFollowedAndNotKeptIsNotKeptHere() throws IOException {
    Gateway gateway = start(traces("1", "follow"));
    try {
      String[] told = told(gateway, "/open/not-kept", theirs(0));
      assertEquals(THEIR_TRACE, told[1]);
      assertTrue(!kept(told), "not kept");
    } finally {
      gateway.stop().await();
    }
    assertEquals(List.of(), collector.taken);
  }

  @Test
  void whatIsNoTraceIsFollowedByNobody() throws IOException {
    Gateway gateway = start(traces("1", "follow"));
    String[] senseless = {
      "traceparent: 00-0af7651916cd43dd8448eb211c80319c",
      "traceparent: 00-00000000000000000000000000000000-b7ad6b7169203331-01",
      "traceparent: ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-zz",
      "traceparent: " + "0".repeat(5_000),
      theirs(1) + "\r\n" + theirs(1),
      "tracestate: " + "a=".repeat(2_000),
    };
    try {
      for (int i = 0; i < senseless.length; i++) {
        String[] told = told(gateway, "/open/senseless-" + i, senseless[i]);
        assertNotEquals(THEIR_TRACE, told[1], senseless[i]);
        assertTrue(kept(told), senseless[i]);
      }
    } finally {
      gateway.stop().await();
    }
    assertEquals(
        senseless.length,
        collector.taken.stream().filter(one -> one.name().equals("GET /open/*")).count());
  }

  @Test
  void theLastSpansAreSentBeforeAGatewayHasStopped() throws IOException {
    Gateway gateway = start(traces("1", "link"));
    String id = told(gateway, "/open/last")[1];
    gateway.stop().await();
    assertTrue(collector.taken.stream().anyMatch(one -> one.traceId().equals(id)), "it is there");
  }

  @Test
  void aHeaderFileThatOthersCanReadKeepsAGatewayFromStarting() throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "Bearer a-secret-of-the-collector");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    String traces =
        "traces: {endpoint: \"%s\", headers: [{name: Authorization, valueFile: key}]}"
            .formatted(collector.endpoint());
    AssertionError refused = assertThrows(AssertionError.class, () -> start(traces));
    String why = String.valueOf(refused.getCause());
    assertTrue(why.contains("traces, header Authorization"), why);
    assertTrue(!why.contains("a-secret-of"), why);
  }
}
