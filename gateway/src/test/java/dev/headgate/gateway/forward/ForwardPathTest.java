package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardPathTest {
  @TempDir static Path keys;

  private static Scene scene;
  private static String admission;

  @BeforeAll
  static void open() {
    scene = new Scene(keys);
    admission = "Headgate-Admission: " + scene.token("derby");
  }

  @AfterAll
  static void close() {
    scene.close();
  }

  @BeforeEach
  void forget() {
    scene.seen.clear();
    scene.begun.set(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/public/..%2fevents/derby/holds",
        "/public/%2e%2e/events/derby/holds",
        "/public/../events/derby/holds",
        "/public/./x",
        "/public/..;/events/derby/holds",
        "/;/events/derby/holds",
        "/events;x=1/derby/holds",
        "/events/derby;jsessionid=1/holds",
        "/events/derby/holds;a=b",
        "//events/derby/holds",
        "/events/derby//holds",
        "/events%2Fderby%2Fholds",
        "/events/derby/holds%00",
        "/events/derby/holds%20",
        "/events/derby/holds%0d%0aX:1",
        "/public/%c0%ae%c0%ae/events",
        "/public/%252e%252e/events",
        "/public\\events\\derby",
        "/public/%5c",
        "/public/%",
        "/public/caf\u00e9",
        "/public/x#y",
        "/public/x?y#z",
        "http://a.example/events/derby/holds",
        "http://a.example/public/x",
        "HTTP://evil.example/public/x",
        "*",
        "a.example:443",
        "public/x",
        "?x",
      })
  void aTargetThatIsNoCanonicalPathIsRefusedAndNeverForwarded(String target) throws IOException {
    for (String method : List.of("GET", "POST", "OPTIONS")) {
      String request = Scene.request(method, target, admission, "Content-Length: 0");
      Wire.Reply reply = scene.exchange(request);
      assertEquals(400, reply.status(), request);
      assertTrue(reply.closes(), request);
    }
    assertEquals(0, scene.begun.get());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/Events/derby/holds",
        "/EVENTS/derby",
        "/events/Derby/holds",
        "/events/derby_/holds",
        "/events/-derby/holds",
        "/events/derby-/holds",
        "/events/der--by/holds",
        "/events/",
        "/events/derby%41/holds",
        "/",
        "/admin",
        "/eventsx/derby",
        "/public2/x",
        "/queue/derby",
      })
  void whatNoRuleKnowsIsNotFound(String path) throws IOException {
    Wire.Reply reply = scene.get(path, admission);
    // Encoded letters are not canonical; all others are simply unknown.
    assertEquals(path.contains("%") ? 400 : 404, reply.status(), path);
    assertEquals(0, scene.begun.get());
  }

  @Test
  void caseSlashesAndLeadingZerosAreOtherPathsAndNoWayAroundTheRoom() throws IOException {
    for (String path :
        List.of(
            "/Events/42/Holds",
            "/events/42/holds/",
            "/events/42//holds",
            "/events/042/holds",
            "/events/42/holds?x",
            "/events/42/holds;a=b",
            "/events/42/HOLDS")) {
      Wire.Reply reply = scene.exchange(Scene.request("POST", path, "Content-Length: 0"));
      assertTrue(List.of(400, 401, 404).contains(reply.status()), path + " " + reply.status());
    }
    assertEquals(0, scene.begun.get());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/events",
        "/events?x=1&y=%2e%2e%2f;a//b?c",
        "/events?",
        "/events/derby",
        "/events/a-1",
        "/events/derby/holds/",
        "/events/derby/caf%C3%A9/%20x?name=Caf%C3%A9%20A%26B&next=%2Fx%3Fy%3D1",
        "/events/derby/a/b/c/d",
        "/public",
        "/public/",
        "/public/a.b/-_~!$&'()*+,=:@",
      })
  void theBytesThatWereCheckedAreTheBytesThatAreSent(String target) throws IOException {
    String path = target.replace("%20x", "x%20x");
    assertEquals(200, scene.get(path, admission).status(), path);
    assertEquals(path, scene.onlySeen().uri());
  }

  @Test
  void aMethodThatNoRuleHasForAPathIsToldTheOnesThatRulesHave() throws IOException {
    Wire.Reply reply = scene.exchange(Scene.request("POST", "/events", "Content-Length: 0"));
    assertEquals("405 method-not-allowed", reply.status() + " " + reply.problem());
    assertEquals("GET, HEAD", reply.header("Allow"));
    assertEquals(200, scene.exchange(Scene.request("HEAD", "/events")).status());
    assertEquals(405, scene.exchange(Scene.request("TRACE", "/public/x")).status());
    assertEquals(
        200, scene.exchange(Scene.request("PATCH", "/public/x", "Content-Length: 0")).status());
    assertEquals(200, scene.exchange(Scene.request("PURGE", "/public/x")).status());
  }
}
