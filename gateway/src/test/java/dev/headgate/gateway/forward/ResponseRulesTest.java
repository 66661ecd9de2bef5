package dev.headgate.gateway.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.config.CookieRules;
import dev.headgate.gateway.http.EventCookies;
import io.vertx.core.MultiMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseRulesTest {
  private final ResponseRules rules =
      new ResponseRules(new EventCookies(CookieRules.usual(), true));

  @Test
  void theEndOfASessionTakesItsCookieAwayAndIsKeptByNoSharedCache() {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    headers.add("Cache-Control", "public, max-age=60").add("Set-Cookie", "theirs=1");
    rules.ended(headers, "derby");
    assertEquals(
        List.of(
            "theirs=1", "hg_admission_derby=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure"),
        headers.getAll("Set-Cookie"));
    assertEquals("private, max-age=60", headers.get("Cache-Control"));
  }
}
