package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.token.Admission;
import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is remembered from one request to the next changes what none of them says. */
class ForwardMemoryTest {
  private static final String PATH = "/events/derby/holds";
  private static final List<String> OF_ORIGIN =
      List.of("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded");

  @TempDir static Path keys;

  @Test
  void requestsOfOneConnectionSayTheSameOfTheirOriginAsEachWouldAlone() throws IOException {
    try (Scene strangers = new Scene(keys, List.of("10.0.0.0/8"));
        Wire wire = new Wire(strangers.port)) {
      String token = strangers.token("derby");
      for (String host : hosts()) {
        String request = request(host, token);
        List<String> alone = originOf(strangers, Wire.exchange(strangers.port, request));
        wire.send(request);
        assertEquals(alone, originOf(strangers, wire.read(false)), host);
        assertEquals("127.0.0.1", alone.get(0));
        assertEquals("for=127.0.0.1;host=\"" + host + "\";proto=https", alone.get(3));
      }
    }
  }

  // Each after each, so that whatever is kept of the one before would show.
  private static List<String> hosts() {
    List<String> different =
        List.of("a.example", "b.example", "a.example:81", "A.example", "[::1]");
    List<String> hosts = new ArrayList<>();
    different.forEach(one -> different.forEach(other -> hosts.addAll(List.of(one, other))));
    return hosts;
  }

  private static String request(String host, String token) {
    return "GET "
        + PATH
        + " HTTP/1.1\r\nHost: "
        + host
        + "\r\nX-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Host: evil.example\r\nHeadgate-Admission: "
        + token
        + "\r\n\r\n";
  }

  private static List<String> originOf(Scene scene, Wire.Reply reply) {
    assertEquals(200, reply.status());
    Scene.Seen seen = scene.onlySeen();
    scene.seen.clear();
    return OF_ORIGIN.stream().map(seen::header).toList();
  }

  @Test
  void everyRequestNamesTheSessionAndTheTokenThatItCameWith() throws IOException {
    try (Scene scene = new Scene(keys);
        Wire wire = new Wire(scene.port)) {
      long start = scene.derby.now.getEpochSecond() - 60;
      List<Admission> admissions = new ArrayList<>();
      for (int position = 1; position <= 6; position++) {
        // Two tokens of each session, as after a renewal.
        admissions.add(scene.admission("derby", position, start, 600));
        admissions.add(scene.admission("derby", position, start, 700));
      }
      List<String> tokens = admissions.stream().map(scene::token).toList();
      Random random = new Random(7);
      for (int i = 0; i < 200; i++) {
        int which = random.nextInt(tokens.size());
        wire.send(request("a.example", tokens.get(which)));
        assertEquals(200, wire.read(false).status());
        Scene.Seen seen = scene.onlySeen();
        scene.seen.clear();
        Admission admission = admissions.get(which);
        assertEquals(tokens.get(which), seen.header("Headgate-Admission"));
        assertEquals(admission.position() + "", seen.header("Headgate-Position"));
        assertEquals(scene.tokens.sessionId(admission), seen.header("Headgate-Session"));
      }
    }
  }

  @Test
  void aPhraseOfTheShopsOwnReachesTheFanAndDoesNotStayForTheNextAnswer() throws IOException {
    try (Scene scene = new Scene(keys);
        Wire wire = new Wire(scene.port)) {
      String request = request("a.example", scene.token("derby"));
      for (String line : List.of("200 OK", "200 Fine", "200 OK", "404 Gone fishing", "299 Odd")) {
        int status = Integer.parseInt(line.substring(0, 3));
        scene.answer = to -> to.setStatusCode(status).setStatusMessage(line.substring(4)).end("x");
        wire.send(request);
        assertEquals("HTTP/1.1 " + line + "\r\n", wire.first(line.length() + 11));
        wire.skipHead();
        assertEquals("x", wire.first(1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64, 1024})
  void whatIsRememberedOfAnObjectIsOfThatObjectOrNothing(int places) {
    ByIdentity<String, Integer> some = new ByIdentity<>(places);
    IdentityHashMap<String, Integer> all = new IdentityHashMap<>();
    List<String> objects = new ArrayList<>();
    Random random = new Random(places);
    int remembered = 0;
    for (int i = 0; i < 20_000; i++) {
      // Equal texts, different objects.
      objects.add(new String("x".repeat(random.nextInt(3)).toCharArray()));
      String object = objects.get(random.nextInt(objects.size()) / (1 + random.nextInt(400)));
      Integer known = some.get(object);
      if (known == null) {
        all.put(object, some.put(object, i));
      } else {
        remembered++;
        assertEquals(all.get(object), known);
      }
    }
    assertTrue(remembered > 0);
  }

  @Test
  void namesPassOrNotHoweverOftenAndInWhateverSpellingsTheyCome() {
    Sieve sieve = new Sieve(name -> name.startsWith("ours-") || name.equals("host"));
    Random random = new Random(5);
    List<String> names =
        List.of("ours-a", "host", "te", "keep-alive", "accept", "x-a", "user-agent");
    for (int i = 0; i < 30_000; i++) {
      // Mostly names that were made up, to drive the others out.
      String name = i % 4 == 0 ? names.get(random.nextInt(names.size())) : "m" + random.nextInt();
      String spelled = spelled(name, random);
      boolean expected = sieve.passes(spelled);
      assertEquals(
          !List.of("ours-a", "host", "te", "keep-alive").contains(name), expected, spelled);
      for (CharSequence brought : List.of(new AsciiString(spelled), spelled)) {
        MultiMap to = HttpHeaders.headers();
        sieve.copy(HttpHeaders.headers().add(brought, "v" + i), to);
        assertEquals(expected ? spelled + "=v" + i : "", written(to));
      }
    }
  }

  private static String spelled(String name, Random random) {
    StringBuilder spelled = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      spelled.append(random.nextBoolean() ? Character.toUpperCase(c) : c);
    }
    return spelled.toString();
  }

  private static String written(MultiMap headers) {
    StringBuilder written = new StringBuilder();
    headers.forEach((name, value) -> written.append(name).append('=').append(value));
    return written.toString();
  }
}
