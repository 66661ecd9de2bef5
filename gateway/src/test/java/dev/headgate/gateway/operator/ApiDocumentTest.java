package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.testing.DocumentedAnswers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.openapi.contract.OpenAPIVersion;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApiDocumentTest extends OperatorHttp {

  @Test
  void theDocumentIsOneOfOpenApi() throws Exception {
    JsonObject served = served();
    OpenAPIVersion version = OpenAPIVersion.fromContract(served);
    assertEquals(OpenAPIVersion.V3_1, version);
    SchemaRepository schemas =
        version.getRepository(vertx, "https://headgate.example/").await(3, TimeUnit.MINUTES);
    OutputUnit outcome =
        version.validateContract(vertx, schemas, served).await(3, TimeUnit.MINUTES);
    assertTrue(outcome.getValid(), () -> String.valueOf(outcome.getErrors()));
    served.remove("info");
    OutputUnit without =
        version.validateContract(vertx, schemas, served).await(3, TimeUnit.MINUTES);
    assertTrue(!without.getValid(), "what validates it can tell");
  }

  @Test
  void everyReferenceLeadsSomewhereAndEveryPartIsReferredTo() {
    JsonObject components = DocumentedAnswers.document().getJsonObject("components");
    Set<String> parts = new TreeSet<>();
    for (String kind : components.fieldNames()) {
      if (!kind.equals("securitySchemes")) {
        components
            .getJsonObject(kind)
            .fieldNames()
            .forEach(name -> parts.add("#/components/" + kind + "/" + name));
      }
    }
    assertEquals(
        parts,
        references(DocumentedAnswers.document()).collect(Collectors.toCollection(TreeSet::new)));
  }

  private static Stream<String> references(@Nullable Object part) {
    if (part instanceof JsonArray array) {
      return array.stream().flatMap(ApiDocumentTest::references);
    }
    if (!(part instanceof JsonObject object)) {
      return Stream.of();
    }
    return object.stream()
        .flatMap(
            member ->
                member.getKey().equals("$ref")
                    ? Stream.of((String) member.getValue())
                    : references(member.getValue()));
  }

  @Test
  void everyOperationHasANameOfItsOwnAndItsUnknownsAreExplained() throws Exception {
    JsonObject served = served();
    Set<String> schemes =
        served.getJsonObject("components").getJsonObject("securitySchemes").fieldNames();
    Set<String> names = new HashSet<>();
    for (DocumentedOperation operation : DocumentedOperation.in(served)) {
      assertTrue(names.add(operation.json().getString("operationId")), operation::toString);
      assertNotNull(operation.json().getString("summary"), operation::toString);
      operation
          .json()
          .getJsonArray("security", served.getJsonArray("security"))
          .forEach(one -> assertTrue(schemes.containsAll(((JsonObject) one).fieldNames())));
      Set<String> unknowns =
          Arrays.stream(operation.path().split("/", -1))
              .filter(segment -> segment.startsWith("{"))
              .map(segment -> segment.substring(1, segment.length() - 1))
              .collect(Collectors.toSet());
      assertEquals(unknowns, explained(served, operation), operation::toString);
    }
  }

  private static Set<String> explained(JsonObject served, DocumentedOperation operation) {
    JsonObject common = served.getJsonObject("components").getJsonObject("parameters");
    return operation.item().getJsonArray("parameters", new JsonArray()).stream()
        .map(
            one -> {
              String ref = ((JsonObject) one).getString("$ref");
              return ref == null
                  ? (JsonObject) one
                  : common.getJsonObject(ref.substring(ref.lastIndexOf('/') + 1));
            })
        .filter(parameter -> parameter.getString("in").equals("path"))
        .map(parameter -> parameter.getString("name"))
        .collect(Collectors.toSet());
  }

  @Test
  void theRouterKnowsTheAddressesAndMethodsThatAreDocumentedAndNoOthers() throws Exception {
    Map<String, Set<String>> methods = new TreeMap<>();
    for (DocumentedOperation operation : DocumentedOperation.in(served())) {
      if (operation.isOperators()) {
        methods.computeIfAbsent(operation.path(), path -> new TreeSet<>()).add(operation.verb());
      }
    }
    Set<String> routes =
        OperatorApi.over(vertx, parts()).getRoutes().stream()
            .map(route -> route.getPath())
            .filter(Objects::nonNull)
            .map(path -> path.replaceAll(":(event|place|version|file)", "{$1}"))
            .map(path -> path.replace(":session", "{sessionId}"))
            .filter(path -> !path.equals("/api/"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(routes, methods.keySet());
    for (String path : routes) {
      String address =
          path.replace("{event}", "derby").replace("{place}", "7").replaceAll("\\{[A-Za-z]+}", "x");
      HttpResponse<String> refused = send("OPTIONS", address, ADMIN);
      assertProblem(405, "method-not-allowed", refused);
      String allowed = refused.headers().firstValue("Allow").orElse("");
      assertEquals(methods.get(path), Set.of(allowed.split(", ", -1)), path);
    }
  }

  @Test
  void theDocumentIsServedToAnybodyAndNotSentAgainToWhoHasIt() throws Exception {
    HttpResponse<String> served = send("GET", "/openapi.json", null);
    assertEquals(200, served.statusCode());
    assertEquals("application/json", contentType(served));
    assertEquals("public, max-age=60", served.headers().firstValue("Cache-Control").orElse(""));
    for (String known : List.of(etag(served), "W/" + etag(served), "\"x\", " + etag(served), "*")) {
      HttpRequest.Builder again = request("/openapi.json", null).header("If-None-Match", known);
      HttpResponse<String> unchanged = exchange(again.build());
      assertEquals(304, unchanged.statusCode(), known);
      assertEquals(etag(served), etag(unchanged));
    }
    HttpRequest.Builder other = request("/openapi.json", null).header("If-None-Match", "\"x\"");
    assertEquals(served.body(), exchange(other.build()).body());
  }
}
