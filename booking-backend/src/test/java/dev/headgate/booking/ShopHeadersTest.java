package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the shop says in the headers of its answers, address by address. */
class ShopHeadersTest {
  /** The same for everybody, so that it may be kept for a moment. */
  private static final Set<String> PUBLIC =
      Set.of("/events", "/events/derby", "/events/derby/seats", "/events/-/seats.js");

  @Test
  void everyAnswerIsGuarded() {
    try (TestShop shop = TestShop.with(EventSettings.generated("derby", "<b>Derby</b>", 100))) {
      String token = shop.token("derby", "fan");
      for (String path :
          List.of(
              "/events",
              "/events/derby",
              "/events/derby/seats",
              "/events/derby/holds",
              "/events/-/seats.js",
              "/events/-/none",
              "/events/none",
              "/holds/none",
              "/orders/none",
              "/orders",
              "/nowhere")) {
        for (String accept : List.of("text/html", "application/json")) {
          assertGuarded(path, answer(shop, path, token, accept, "GET"));
          assertGuarded(path, answer(shop, path, token, accept, "PUT"));
        }
      }
    }
  }

  private static HttpResponse<String> answer(
      TestShop shop, String path, String token, String accept, String method) {
    return shop.send(
        shop.request(path, token)
            .setHeader("Accept", accept)
            .method(method, BodyPublishers.noBody())
            .build());
  }

  private static void assertGuarded(String path, HttpResponse<String> answer) {
    String what = path + " " + answer;
    assertEquals("nosniff", header(answer, "X-Content-Type-Options"), what);
    assertEquals("same-origin", header(answer, "Cross-Origin-Resource-Policy"), what);
    assertEquals("", header(answer, "Access-Control-Allow-Origin"), what);
    if (answer.statusCode() != 200 || !PUBLIC.contains(path)) {
      assertEquals("no-store", header(answer, "Cache-Control"), what);
    }
    if (header(answer, "Content-Type").startsWith("text/html")) {
      String policy = header(answer, "Content-Security-Policy");
      assertTrue(policy.startsWith("default-src 'none'; script-src 'self';"), what);
      assertTrue(policy.contains("frame-ancestors 'none'"), what);
      assertFalse(policy.contains("unsafe"), what);
      assertEquals("DENY", header(answer, "X-Frame-Options"), what);
      assertEquals("same-origin", header(answer, "Referrer-Policy"), what);
      assertEquals("same-origin", header(answer, "Cross-Origin-Opener-Policy"), what);
      assertFalse(Pattern.compile("<script(?![^>]* src=)").matcher(answer.body()).find(), what);
      assertFalse(
          Pattern.compile("<[^>]*\\s(on[a-z]+|style)=").matcher(answer.body()).find(), what);
      assertFalse(answer.body().contains("<b>Derby"), what);
    }
  }

  private static String header(HttpResponse<String> answer, String name) {
    return String.join(" | ", answer.headers().allValues(name));
  }
}
