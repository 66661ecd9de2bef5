package dev.headgate.gateway.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.testing.DocumentedAnswers;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DocumentedAddressesTest extends EdgeFixture {

  @Test
  void everyAddressIsDocumentedWithTheMethodsItKnowsAndNoOtherIs() {
    JsonObject paths = DocumentedAnswers.document().getJsonObject("paths");
    List<String> ours = paths.fieldNames().stream().filter(Edge::serves).sorted().toList();
    assertEquals(Address.values().length - 2, ours.size(), "all but the two that are none");
    Set<Address> reached = new TreeSet<>();
    for (String path : ours) {
      String address = path.replace("{event}", "derby").replace("{asset}", "x");
      reached.add(Target.of(address).address());
      Set<String> documented =
          paths.getJsonObject(path).fieldNames().stream()
              .map(name -> name.toUpperCase(Locale.ROOT))
              .filter(Set.of("GET", "POST", "PUT", "PATCH", "DELETE")::contains)
              .collect(Collectors.toCollection(TreeSet::new));
      if (documented.contains("GET")) {
        documented.add("HEAD");
      }
      Answer refused = send("OPTIONS", address, "");
      assertEquals("method-not-allowed", refused.problem(), path);
      assertEquals(documented, Set.of(refused.header("Allow").split(", ", -1)), path);
    }
    assertEquals(ours.size(), reached.size(), "each path is another address");
  }
}
