package dev.headgate.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.gateway.config.CookieRules;
import dev.headgate.gateway.config.CookieRules.SameSite;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventCookiesTest {
  private static final Duration AN_HOUR = Duration.ofHours(1);

  @Test
  void allCookiesOfOursHaveTheSameAttributes() {
    EventCookies cookies = new EventCookies(CookieRules.usual(), true);
    MultiMap manyEvents = MultiMap.caseInsensitiveMultiMap();
    for (int i = 0; i < 12; i++) {
      manyEvents.add("Cookie", "hg_place_event-" + i + "=t");
    }
    List<String> all = new ArrayList<>();
    all.addAll(cookies.place(manyEvents, "derby", "t", AN_HOUR));
    all.addAll(cookies.place(manyEvents, "derby", "t", null));
    all.addAll(cookies.admission(manyEvents, "derby", "t", AN_HOUR));
    all.add(cookies.renewedAdmission("derby", "t", AN_HOUR));
    all.add(cookies.withoutAdmission("derby"));
    assertTrue(all.size() > 5, "clearing cookies as well as setting them");
    for (String cookie : all) {
      assertEquals(
          "Path=/; HttpOnly; SameSite=Lax; Secure",
          cookie.replaceFirst("^[^;]*; ", "").replaceFirst("Max-Age=\\d+; ", ""));
    }
  }

  @Test
  void attributesFollowTheConfiguration() {
    assertEquals("HttpOnly; SameSite=Lax", attributes(CookieRules.usual(), false));
    assertEquals("HttpOnly; SameSite=Lax; Secure", attributes(CookieRules.usual(), true));
    assertEquals(
        "HttpOnly; SameSite=Strict; Secure",
        attributes(new CookieRules(SameSite.STRICT, null), true));
    assertEquals(
        "HttpOnly; SameSite=None; Secure; Domain=shop.example",
        attributes(new CookieRules(SameSite.NONE, "shop.example"), true));
  }

  private static String attributes(CookieRules rules, boolean secure) {
    String set = new EventCookies(rules, secure).renewedAdmission("derby", "t", AN_HOUR);
    String cleared = new EventCookies(rules, secure).withoutAdmission("derby");
    String attributes = set.replace("hg_admission_derby=t; Path=/; Max-Age=3600; ", "");
    // A cookie is taken away only by one with the same domain and path.
    assertEquals("hg_admission_derby=; Path=/; Max-Age=0; " + attributes, cleared);
    return attributes;
  }

  @Test
  void aCookieNeverLastsNoTimeAtAllUnlessItIsTakenAway() {
    EventCookies cookies = new EventCookies(CookieRules.usual(), true);
    String late = cookies.renewedAdmission("derby", "t", Duration.ofSeconds(-5));
    assertTrue(late.contains("Max-Age=1;"), late);
  }
}
