package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Dials;
import dev.headgate.gateway.config.EventSettings;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every list can be read to its end: nothing is missed, and nothing is met twice. */
class PagesToTheEndTest extends OperatorHttp {

  /** Walks a list, and does something after each page. */
  private List<String> walk(String address, String list, String id, IntConsumer between)
      throws Exception {
    List<String> all = new ArrayList<>();
    String after = "";
    for (int page = 0; page < 5_000; page++) {
      HttpResponse<String> answer =
          send("GET", address + (after.isEmpty() ? "" : "&after=" + after), VIEWER);
      assertEquals(200, answer.statusCode(), answer.body());
      JsonObject json = new JsonObject(answer.body());
      for (Object entry : json.getJsonArray(list)) {
        all.add(((JsonObject) entry).getString(id));
      }
      String next = json.getString("next");
      if (next == null) {
        return all;
      }
      after = next;
      between.accept(page);
    }
    throw new AssertionError("no end");
  }

  private static Set<String> once(List<String> ids) {
    Set<String> once = new TreeSet<>(ids);
    assertEquals(ids.size(), once.size(), "nothing twice");
    assertEquals(List.copyOf(once), ids, "in order");
    return once;
  }

  private void add(String event) {
    events.put(FixedView.fresh(event, EventSettings.of("Cup", START, Dials.of(600, 5_000))));
  }

  @ParameterizedTest(name = "pages of {0}")
  @ValueSource(ints = {19, 99, 200})
  void allEventsAreListedOnceWhileOthersAreAdded(int limit) throws Exception {
    Set<String> before = new TreeSet<>(Set.of("derby"));
    for (int i = 0; i < 1_050; i++) {
      String event = "cup-" + (i * 7_919 % 10_007);
      before.add(event);
      add(event);
    }
    List<String> found =
        walk(
            "/api/events?limit=" + limit,
            "events",
            "event",
            page -> add("cup-" + page % 10_007 + "x"));
    Set<String> once = once(found);
    assertTrue(once.containsAll(before), "nothing missed");
  }

  @Tag("soak")
  @Test
  void allEntriesOfTheAuditTrailAreListedOnceWhileOthersAreAdded() throws Exception {
    for (int i = 0; i < 1_020; i++) {
      change();
    }
    for (int limit : new int[] {17, 200, 1_000}) {
      int before = audit().size();
      List<String> found =
          walk(
              "/api/events/derby/audit?limit=" + limit,
              "entries",
              "id",
              page -> {
                if (page % 5 == 0) {
                  change();
                }
              });
      int size = once(found).size();
      assertTrue(size >= before && size <= audit().size(), size + " of " + audit().size());
    }
    assertNull(
        new JsonObject(
                send("GET", "/api/events/derby/audit?limit=1&after=9999999999999-999999", VIEWER)
                    .body())
            .getString("next"));
  }

  private void change() {
    try {
      assertEquals(200, send("POST", "/api/events/derby/resume", OPERATOR, "{}").statusCode());
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }
}
