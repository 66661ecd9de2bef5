package dev.headgate.gateway.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.headgate.gateway.telemetry.JsonLines;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class SecretsTest {
  private static final String CARD = "4242424242424242";
  private static final String SHOP_SESSION = "shop-session-of-a-fan-0123456789";

  private static final String SHOP_BEARER = "bearer-of-the-shop-0123456789";

  @TempDir Path folder;

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  /** The same as JSON. */
  private final Queue<String> json = new ConcurrentLinkedQueue<>();

  @Test
  void nothingThatOpensADoorIsInTheLogHoweverMuchIsLogged() throws IOException {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Logger ours = (Logger) LoggerFactory.getLogger("dev.headgate");
    Level before = root.getLevel();
    Level oursBefore = ours.getLevel();
    Written appender = new Written();
    appender.setContext(root.getLoggerContext());
    appender.start();
    root.addAppender(appender);
    root.setLevel(Level.TRACE);
    ours.setLevel(Level.TRACE);
    try {
      Map<String, String> secrets = aWholeSale();
      String log = String.join("\n", lines) + String.join("", json);
      for (String line : json) {
        // One object a line, and all of it: what was not read would throw.
        assertEquals(line.length() - 1, line.indexOf('\n'), line);
        assertEquals(5, new JsonObject(line).fieldNames().size() - more(line), line);
      }
      assertTrue(log.contains("serving fans on"), "nothing was logged");
      secrets.forEach((what, secret) -> assertFalse(log.contains(secret), what + " was logged"));
    } finally {
      root.detachAppender(appender);
      root.setLevel(before);
      ours.setLevel(oursBefore);
    }
  }

  /** How many fields a line has that not every line has. */
  private static int more(String line) {
    JsonObject object = new JsonObject(line);
    return (object.containsKey("exception") ? 1 : 0) + (object.containsKey("fields") ? 1 : 0);
  }

  /** All that a fan and an operator do, and what goes wrong with it; returns what is secret. */
  private Map<String, String> aWholeSale() throws IOException {
    try (Site site = new Site(folder)) {
      Site.Fan fan = site.fan("derby");
      buy(site, fan);
      for (String token : new String[] {fan.token() + "x", fan.token().substring(9), "%%%"}) {
        String refused =
            RawClient.request("GET", "/events/derby/x", "Headgate-Admission: " + token);
        assertEquals(401, site.exchange(refused).status());
      }
      operate(site, fan);
      RawClient.Reply left =
          site.exchange(RawClient.request("DELETE", "/queue/derby/admissions/me", fan.cookies()));
      assertEquals(204, left.status());
      return secrets(site, fan);
    }
  }

  private static void buy(Site site, Site.Fan fan) throws IOException {
    String body = "{\"card\":\"" + CARD + "\"}";
    String[] carried = {
      fan.cookies() + "; shop_session=" + SHOP_SESSION,
      "Authorization: Bearer " + SHOP_BEARER,
      "Content-Length: " + body.length(),
    };
    String hold = RawClient.request("POST", "/events/derby/holds", carried) + body;
    assertEquals(200, site.exchange(hold).status());
    site.shop.answer = asked -> asked.request().connection().close().onFailure(gone -> {});
    assertEquals(502, site.exchange(hold).status());
    site.shop.answer = Shop::echo;
  }

  private static void operate(Site site, Site.Fan fan) throws IOException {
    String operator = "Authorization: Bearer " + Mint.OPERATOR;
    for (String path : new String[] {"/api/events/derby", "/metrics", "/readyz"}) {
      RawClient.Reply reply =
          RawClient.exchange(site.gateway.operatorPort(), RawClient.request("GET", path, operator));
      assertEquals(200, reply.status());
      assertFalse(reply.body().contains(fan.token()), path);
      assertFalse(reply.body().contains(fan.ticket()), path);
    }
  }

  private Map<String, String> secrets(Site site, Site.Fan fan) throws IOException {
    Map<String, String> secrets = new LinkedHashMap<>();
    secrets.put("a token", fan.token());
    secrets.put("a token's signature", fan.token().substring(fan.token().lastIndexOf('.') + 1));
    secrets.put("a ticket", fan.ticket());
    secrets.put("the shop's session", SHOP_SESSION);
    secrets.put("the shop's bearer", SHOP_BEARER);
    secrets.put("a card", CARD);
    secrets.put("an operator's token", Mint.OPERATOR);
    secrets.put("the signing key", site.mint.key.getPrivateExponent().toString());
    Path keys = folder.resolve("keys");
    secrets.put("the ticket key", Files.readString(keys.resolve("place.key")).strip());
    secrets.put("the draw key", Files.readString(keys.resolve("draw.key")).strip());
    return secrets;
  }

  private final class Written extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      json.add(new String(new JsonLines().encode(event), StandardCharsets.UTF_8));
      lines.add(event.getFormattedMessage());
      if (event.getThrowableProxy() != null) {
        lines.add(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
    }
  }
}
