package dev.headgate.booking.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.headgate.booking.telemetry.JsonLines;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class TraceParentTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String HEADER = "00-" + TRACE + "-b7ad6b7169203331-01";

  @Test
  void theTraceIsTheSecondWord() {
    assertEquals(TRACE, TraceParent.traceId(HEADER));
    assertEquals("", TraceParent.traceId(null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0af7651916cd43dd8448eb211c80319c",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\nERROR forged",
        "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
      })
  void whatIsNoTraceSaysNothing(String header) {
    assertEquals("", TraceParent.traceId(header));
  }

  @Test
  void whatIsLoggedOfARequestNamesItsTrace() {
    List<JsonObject> lines = new CopyOnWriteArrayList<>();
    Logger logger = (Logger) LoggerFactory.getLogger(Exchange.class);
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            lines.add(
                new JsonObject(new String(new JsonLines().encode(event), StandardCharsets.UTF_8)));
          }
        };
    Level before = logger.getLevel();
    logger.setLevel(Level.DEBUG);
    appender.start();
    logger.addAppender(appender);
    try {
      fail(HEADER);
      fail("nonsense");
    } finally {
      logger.detachAppender(appender);
      logger.setLevel(before);
    }
    JsonObject failed = lines.get(0);
    assertEquals("ERROR", failed.getString("level"));
    assertEquals(TRACE, failed.getJsonObject("fields").getString("traceId"));
    JsonObject answered = lines.get(1);
    assertEquals("GET is answered with 500", answered.getString("message"));
    assertEquals(TRACE, answered.getJsonObject("fields").getString("traceId"));
    assertNull(lines.get(2).getJsonObject("fields"));
    assertEquals(3, lines.size());
  }

  /** A request whose answer fails. */
  private static void fail(String traceparent) {
    Vertx vertx = Vertx.vertx();
    try {
      HttpServer server =
          vertx
              .createHttpServer()
              .requestHandler(
                  request ->
                      new Exchange(request, status -> {}).failure(new IllegalStateException("x")))
              .listen(0, "127.0.0.1")
              .await();
      HttpClient client = vertx.createHttpClient();
      int status =
          client
              .request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/")
              .compose(request -> request.putHeader("traceparent", traceparent).send())
              .await()
              .statusCode();
      assertEquals(500, status);
    } finally {
      vertx.close().await();
    }
  }
}
