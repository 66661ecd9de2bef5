package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.Route;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RouteTableTest {

  @Test
  void aPatternMatchesWholeSegmentsAndNothingElse() {
    // Pattern, path, the event or '-' where it does not match.
    String table =
        """
        /                     | /                  |
        /                     | /x                 | -
        /events               | /events            |
        /events               | /events/           | -
        /events               | /event             | -
        /events               | /eventss           | -
        /events/              | /events/           |
        /events/              | /events            | -
        /events/{event}       | /events/derby      | derby
        /events/{event}       | /events/           | -
        /events/{event}       | /events/derby/     | -
        /events/{event}       | /events/Derby      | -
        /events/{event}       | /events/der_by     | -
        /events/{event}/seats | /events/a-1/seats  | a-1
        /events/{event}/seats | /events/a-1/seat   | -
        /events/{event}/seats | /events/seats      | -
        /x/*/y                | /x/anything/y      |
        /x/*/y                | /x//y              | -
        /x/*/y                | /x/a/b/y           | -
        /x/*                  | /x/                | -
        /x/**                 | /x                 |
        /x/**                 | /x/                |
        /x/**                 | /x/a/b/            |
        /x/**                 | /xa                | -
        /**                   | /                  |
        /**                   | /a/b               |
        /{event}/**           | /derby             | derby
        /{event}/**           | /                  | -
        """;
    for (String row : table.lines().toList()) {
      String[] cells = row.split("\\|", -1);
      RoutePattern pattern = new RoutePattern(route(cells[0].trim(), Set.of()));
      String event = pattern.match(cells[1].trim());
      assertEquals(cells[2].trim(), event == null ? "-" : event, row);
    }
  }

  @Test
  void theFirstRuleWhosePathAndMethodMatchDecides() {
    Route get = route("/a/*", Set.of("GET"));
    Route post = route("/a/*", Set.of("POST"));
    Route all = route("/a/**", Set.of());
    RouteTable table = new RouteTable(List.of(get, post, route("/a/x", Set.of("GET")), all));
    assertEquals(new RouteTable.Matched(get, ""), table.find("GET", null, "/a/x"));
    assertEquals(new RouteTable.Matched(get, ""), table.find("HEAD", null, "/a/x"));
    assertEquals(new RouteTable.Matched(post, ""), table.find("POST", null, "/a/x"));
    assertEquals(new RouteTable.Matched(all, ""), table.find("PUT", null, "/a/x"));
    assertEquals(new RouteTable.Matched(all, ""), table.find("GET", null, "/a/x/y"));
    assertEquals(new RouteTable.Nothing(), table.find("GET", null, "/b"));
    assertTrue(table.find("TRACE", null, "/a/x") instanceof RouteTable.WrongMethod);
    RouteTable few = new RouteTable(List.of(get, post));
    assertEquals(new RouteTable.WrongMethod("GET, HEAD, POST"), few.find("PUT", null, "/a/x"));
  }

  @Test
  void aPatternThatCannotBeMeantIsRefusedAndNamed() {
    for (String path : List.of("a", "/**/a", "/a*", "/{event}/{event}", "/{id}", "/x{event}")) {
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> assertEquals(null, new RoutePattern(route(path, Set.of())).match("/")));
      assertTrue(String.valueOf(refused.getMessage()).contains(path), refused + "");
    }
  }

  private static Route route(String path, Set<String> methods) {
    return new Route(path, methods, Route.Access.PUBLIC, "shop", false);
  }
}
