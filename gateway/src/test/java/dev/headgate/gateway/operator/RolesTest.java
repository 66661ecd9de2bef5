package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.jwk.JWK;
import dev.headgate.gateway.access.AccessRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever is documented is tried by those who may not do it, by every credential there is and
 * every other spelling of its address and method: it is refused, and nothing has changed.
 */
class RolesTest extends OperatorHttp {
  private static final IdentityProvider IDP = IdentityProvider.start();
  private static final List<String> OVERRIDES =
      List.of("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "X-Original-Method");
  private static final Set<Integer> REFUSED = Set.of(400, 401, 403, 404, 405);

  @AfterAll
  static void stopTheIssuer() {
    IDP.stop();
  }

  @Override
  AccessRules rules() {
    return IDP.rules(super.rules());
  }

  /** What a request is sent with to say who sends it. */
  private record Credential(String what, Map<String, String> headers) {}

  @BeforeEach
  void atOneTime() {
    IDP.clock = clock;
  }

  private List<Credential> credentials(String token, String group) throws Exception {
    HttpResponse<String> session = signIn(token);
    String cookie = cookie(session);
    String csrf = new JsonObject(session.body()).getString("csrf");
    return List.of(
        new Credential("token", Map.of("Authorization", "Bearer " + token)),
        new Credential("cookie", Map.of("Cookie", cookie)),
        new Credential("cookie and csrf", Map.of("Cookie", cookie, "Headgate-Csrf", csrf)),
        new Credential("issued", Map.of("Authorization", "Bearer " + issued(group))));
  }

  private String issued(String group) {
    JWK key = IDP.keys.get(0);
    JsonObject claims =
        new JsonObject()
            .put("iss", IDP.issuer())
            .put("aud", IdentityProvider.AUDIENCE)
            .put("sub", "u-2")
            .put("preferred_username", "someone")
            .put("groups", new JsonArray().add(group))
            .put("iat", IDP.now())
            .put("exp", IDP.now() + 3_600);
    return IdentityProvider.signed(claims, "at+jwt", key);
  }

  private int ask(
      Credential who, String method, String address, Map<String, String> more, String body)
      throws Exception {
    HttpRequest.Builder request = request(address, null);
    who.headers.forEach(request::header);
    more.forEach(request::header);
    request.header("Content-Type", "application/json");
    // Streams go on for ever: that they begin is enough.
    HttpResponse<?> answer =
        client.send(
            request
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofInputStream());
    ((java.io.InputStream) answer.body()).close();
    return answer.statusCode();
  }

  /** Everything that a change would be seen in. */
  private String state() throws Exception {
    return send("GET", "/api/events", ADMIN).body() + audit() + minted;
  }

  private static String body(DocumentedOperation operation, String event) {
    return operation.json().containsKey("requestBody")
        ? DocumentedAnswersTest.BODIES
            .getOrDefault(operation.toString(), "{}")
            .replace("EVENT", event)
        : "";
  }

  private List<DocumentedOperation> operations() throws Exception {
    return DocumentedOperation.in(served()).stream()
        .filter(operation -> operation.isOperators() && operation.takesToken())
        .toList();
  }

  /** Other spellings of an address that some router somewhere would take for it. */
  private static List<String> spellings(String address) {
    String last = address.substring(address.lastIndexOf('/') + 1);
    String encoded = "%" + Integer.toHexString(last.charAt(0)) + last.substring(1);
    return List.of(
        address + "/",
        address + "//",
        "/" + address,
        address.replace("/api/", "/api//"),
        address.replace("/api/", "/api/./"),
        address.replace("/api/", "/api/x/../"),
        address.replace("/api/", "/api/%2e/"),
        address.replace("/api/", "/API/"),
        address.replace("/api/", "/api%2F"),
        address.substring(0, address.lastIndexOf('/') + 1) + encoded,
        address + ";a=b",
        address + "%00",
        address + "?access_token=" + ADMIN + "&token=" + ADMIN);
  }

  private void tryEverything(DocumentedOperation operation, Credential who) throws Exception {
    String body = body(operation, "derby");
    String address = operation.address("derby");
    Map<String, Integer> taken = new LinkedHashMap<>();
    note(taken, "as it is", ask(who, operation.verb(), address, Map.of(), body));
    for (String spelling : spellings(address)) {
      note(taken, spelling, ask(who, operation.verb(), spelling, Map.of(), body));
    }
    assertEquals(Map.of(), taken, operation + " by " + who.what);
    // These may be answered as what they are; what matters is that they do nothing else.
    for (String override : OVERRIDES) {
      Map<String, String> header = Map.of(override, operation.verb());
      assertTrue(ask(who, "GET", address, header, "") < 500);
      assertTrue(ask(who, "POST", "/api/sizing", header, body) < 500);
    }
    assertTrue(ask(who, "GET", address + "?_method=" + operation.verb(), Map.of(), "") < 500);
    assertTrue(ask(who, "HEAD", address, Map.of(), "") < 500);
  }

  private static void note(Map<String, Integer> taken, String how, int status) {
    if (!REFUSED.contains(status)) {
      taken.put(how, status);
    }
  }

  private void nobodyDoes(String forWhom, List<Credential> credentials) throws Exception {
    String before = state();
    List<String> tried = new ArrayList<>();
    for (DocumentedOperation operation : operations()) {
      String summary = operation.json().getString("summary");
      @Nullable String needed =
          summary.replaceFirst("(?s).*For (viewers|operators|admins)\\.$", "$1");
      assertTrue(Set.of("viewers", "operators", "admins").contains(needed), summary);
      if (!operation.reads() && forWhom.contains(needed)) {
        tried.add(operation.toString());
        for (Credential who : credentials) {
          tryEverything(operation, who);
        }
        assertEquals(before, state(), operation::toString);
      }
    }
    assertTrue(tried.size() >= 2, tried::toString);
  }

  @Test
  void aViewerCanChangeNothingByAnyRoute() throws Exception {
    nobodyDoes("operators admins", credentials(VIEWER, "staff"));
  }

  @Test
  void anOperatorCanDoNothingOfAnAdminsByAnyRoute() throws Exception {
    nobodyDoes("admins", credentials(OPERATOR, "ops"));
  }

  @Test
  void readingChangesNothingWhoeverReadsAndWhateverIsSentAlong() throws Exception {
    String before = state();
    for (Credential who : credentials(ADMIN, "ops-admins")) {
      for (DocumentedOperation operation : operations()) {
        if (operation.reads() || operation.path().equals("/api/sizing")) {
          String address = operation.address("derby");
          assertTrue(ask(who, operation.verb(), address, Map.of(), body(operation, "derby")) < 500);
          assertTrue(
              ask(who, operation.verb(), address, Map.of(), "{\"confirm\":\"derby\"}") < 500);
        }
      }
    }
    assertEquals(before, state());
  }

  @Test
  void thoseWhoMayDoSo() throws Exception {
    for (Credential who : credentials(OPERATOR, "ops")) {
      int expected = who.what.equals("cookie") ? 403 : 200;
      assertEquals(expected, ask(who, "POST", "/api/events/derby/pause", Map.of(), "{}"), who.what);
    }
    assertEquals(3, audit().size());
  }
}
