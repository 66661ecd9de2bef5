package dev.headgate.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.headgate.gateway.config.HeaderRules;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageHeadersTest {

  @Test
  void nobodyFramesThePageUnlessTheConfigurationNamesThem() {
    assertEquals(
        List.of(
            "content-security-policy",
            "default-src 'none'; frame-ancestors 'none'",
            "referrer-policy",
            "same-origin",
            "x-frame-options",
            "DENY"),
        onPage(HeaderRules.usual()));
    assertEquals(
        List.of(
            "content-security-policy",
            "default-src 'none'; frame-ancestors https://a.example https://b.example:8443",
            "referrer-policy",
            "same-origin"),
        onPage(
            new HeaderRules(null, false, List.of("https://a.example", "https://b.example:8443"))));
  }

  private static List<String> onPage(HeaderRules rules) {
    return AnswerHeaders.onPage(rules, "default-src 'none'").stream()
        .map(CharSequence::toString)
        .toList();
  }

  @Test
  void strictTransportIsSaidAsConfiguredAndNotAtAllByDefault() {
    assertNull(AnswerHeaders.strictTransport(HeaderRules.usual()));
    assertEquals(
        "max-age=300",
        AnswerHeaders.strictTransport(new HeaderRules(Duration.ofMinutes(5), false, List.of())));
    assertEquals(
        "max-age=300; includeSubDomains",
        AnswerHeaders.strictTransport(new HeaderRules(Duration.ofMinutes(5), true, List.of())));
  }
}
