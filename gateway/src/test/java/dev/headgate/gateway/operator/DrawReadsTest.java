package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.edge.Edge;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class DrawReadsTest extends OperatorHttp {
  private static final String DRAW = "/api/events/derby/draw";

  @Test
  void itIsThePublicDocumentWithTheAddressOfThisLife() throws Exception {
    JsonObject before = read();
    assertNull(before.getJsonObject("document").getInteger("entrants"));
    events.put(events.now("derby").drawn(800));
    JsonObject after = read();
    assertEquals(
        Edge.drawDocument(events.now("derby")).toJsonObject(), after.getJsonObject("document"));
    assertEquals(800, after.getJsonObject("document").getInteger("entrants"));
    long epoch = events.now("derby").epoch();
    assertEquals("https://tickets.example/queue/derby/draw?epoch=" + epoch, after.getString("url"));
    assertEquals("Derby", after.getString("title"));
    assertTrue(after.getString("svg").startsWith("<svg xmlns="), after::encode);
  }

  @Test
  void onlyWhoIsSignedInReadsItThereAndNoEventHasNone() throws Exception {
    assertProblem(401, "token-required", send("GET", DRAW, null));
    assertProblem(404, "unknown-event", send("GET", "/api/events/none/draw", VIEWER));
    assertEquals(200, send("HEAD", DRAW, VIEWER).statusCode());
  }

  private JsonObject read() throws Exception {
    HttpResponse<String> answer = send("GET", DRAW, VIEWER);
    assertEquals(200, answer.statusCode(), answer.body());
    return new JsonObject(answer.body());
  }
}
