package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What pages of other sites can make of the operator's address: nothing. */
class ForeignPagesTest extends OperatorHttp {
  private static final String PAUSE = "/api/events/derby/pause";

  private String answer(String method, String path, String... headers) throws IOException {
    StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    String body = method.equals("POST") ? "{\"reason\":\"rain\"}" : "";
    request
        .append("Content-Type: application/json\r\n")
        .append("Connection: close\r\n")
        .append("Content-Length: " + body.length() + "\r\n\r\n")
        .append(body);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String token() {
    return "Authorization: Bearer " + ADMIN;
  }

  private static void assertStatus(int status, String answer) {
    assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
  }

  @Test
  void changesThatAnotherSitesPageAsksForAreRefusedEvenWithAToken() throws Exception {
    for (String foreign :
        List.of(
            "Sec-Fetch-Site: cross-site",
            "Sec-Fetch-Site: same-site",
            "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site",
            "Origin: https://evil.example",
            "Origin: https://ops.example.evil.example",
            "Origin: https://ops.example:444",
            "Origin: null",
            "Origin: ",
            "Origin: https://ops.example\r\nOrigin: https://evil.example",
            "Sec-Fetch-Site: same-origin\r\nOrigin: https://evil.example")) {
      for (String method : List.of("POST", "PUT", "PATCH", "DELETE", "OPTIONS")) {
        String answer = answer(method, PAUSE, "Host: ops.example", token(), foreign);
        assertStatus(403, answer);
        assertTrue(answer.contains("urn:headgate:problem:cross-site"), answer);
      }
    }
    assertEquals(List.of(), audit());
  }

  @Test
  void ourOwnPagesAndProgramsMayChangeThings() throws Exception {
    for (String own :
        List.of(
            "Accept: */*",
            "Sec-Fetch-Site: none",
            "Sec-Fetch-Site: same-origin\r\nOrigin: https://ops.example",
            "Origin: http://OPS.example:80",
            "Origin: https://ops.example:443")) {
      String answer = answer("POST", PAUSE, "Host: ops.example", token(), own);
      assertStatus(200, answer);
    }
  }

  @Test
  void aCookieOperatesNothing() throws Exception {
    for (String name : List.of("operator", "token", "Authorization", "hg_operator")) {
      String cookie = "Cookie: " + name + "=" + ADMIN + "; x=Bearer " + ADMIN;
      assertStatus(401, answer("POST", PAUSE, "Host: ops.example", cookie));
    }
  }

  @Test
  void noAnswerInvitesOtherSites() throws Exception {
    for (String path : List.of("/api/events", PAUSE, "/healthz", "/metrics", "/nowhere")) {
      for (String method : List.of("GET", "OPTIONS")) {
        String answer =
            answer(
                method,
                path,
                "Host: ops.example",
                token(),
                "Origin: https://evil.example",
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: authorization");
        assertTrue(!answer.toLowerCase(Locale.ROOT).contains("access-control-"), answer);
      }
    }
  }
}
