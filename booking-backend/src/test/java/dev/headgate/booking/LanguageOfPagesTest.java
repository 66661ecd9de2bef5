package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.headgate.booking.config.EventSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which language a page of the shop comes in, and what caches are told of it. */
class LanguageOfPagesTest {
  private static TestShop shop;

  @BeforeAll
  static void open() {
    shop = TestShop.with(EventSettings.generated("derby", "Derby", 100));
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aPageForAnyoneGoesByTheAddressThenByTheBrowserAndByNoCookie() {
    for (String path : new String[] {"/events", "/events/derby"}) {
      assertEquals("en", language(page(path, null, null)));
      assertEquals("fr", language(page(path, "fr-CA", null)));
      assertEquals("ja", language(page(path + "?lang=ja", "fr", null)));
      HttpResponse<String> kept = page(path + "?lang=xx", "fr", "shop_lang=de");
      assertEquals("fr", language(kept));
      assertEquals("Accept, Accept-Language", header(kept, "Vary"));
      assertEquals("", header(kept, "Set-Cookie"));
      assertTrue(header(kept, "Cache-Control").startsWith("public"));
    }
  }

  @Test
  void aPageForOneRemembersWhatWasChosenByHand() {
    String path = "/events/derby/seats";
    HttpResponse<String> chosen = page(path + "?lang=ar", "de", null);
    assertEquals("ar", language(chosen));
    assertTrue(header(chosen, "Set-Cookie").startsWith("shop_lang=ar; Path=/; Max-Age="));
    assertEquals("no-store", header(chosen, "Cache-Control"));
    HttpResponse<String> later = page(path, "de", "a=b; shop_lang=ar");
    assertEquals("ar", language(later));
    assertEquals("Accept, Accept-Language, Cookie", header(later, "Vary"));
    assertEquals("", header(later, "Set-Cookie"));
    assertEquals("de", language(page(path, "de", "shop_lang=<script>")));
  }

  @Test
  void whatIsNotThereIsSaidInTheFansLanguage() {
    HttpResponse<String> none = page("/holds/none", "es", null);
    assertEquals(404, none.statusCode());
    assertTrue(none.body().contains("Esto no es suyo"), none.body());
  }

  @Test
  void programsAreToldTheSameInEveryLanguage() {
    HttpResponse<String> json =
        shop.send(
            HttpRequest.newBuilder(shop.at("/holds/none"))
                .header("Accept", "application/json")
                .header("Accept-Language", "es")
                .build());
    assertTrue(json.body().contains("No such hold"), json.body());
  }

  private static HttpResponse<String> page(
      String path, @Nullable String languages, @Nullable String cookie) {
    HttpRequest.Builder request =
        shop.request(path, shop.token("derby", "fan")).setHeader("Accept", "text/html");
    if (languages != null) {
      request.setHeader("Accept-Language", languages);
    }
    if (cookie != null) {
      request.setHeader("Cookie", cookie);
    }
    return shop.send(request.build());
  }

  private static String language(HttpResponse<String> page) {
    Matcher tag = Pattern.compile("<html lang=\"(\\w+)\"").matcher(page.body());
    assertTrue(tag.find(), page.body());
    return tag.group(1);
  }

  private static String header(HttpResponse<String> answer, String name) {
    return String.join(" | ", answer.headers().allValues(name));
  }
}
