package dev.headgate.gateway.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpMethod;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class TelemetryTest {

  @Test
  void theJvmIsMeasuredFromTheStart() {
    try (Telemetry telemetry = Telemetry.create()) {
      String text = telemetry.scrape();
      assertTrue(text.contains("jvm_memory_used_bytes"), text);
      assertTrue(text.contains("jvm_threads_live_threads"), text);
      assertTrue(text.contains("process_uptime_seconds"), text);
    }
  }

  @Test
  void metersOfOursComeOutUnderTheirPrometheusNames() {
    try (Telemetry telemetry = Telemetry.create()) {
      telemetry.registry().counter("headgate.joined.places").increment(3);
      assertTrue(telemetry.scrape().contains("headgate_joined_places_total 3.0"));
    }
  }

  @Test
  void twoGatewaysInOneProcessDoNotShareTheirFigures() throws Exception {
    try (Telemetry one = Telemetry.create();
        Telemetry other = Telemetry.create()) {
      Vertx first = one.measured(new VertxOptions()).build();
      Vertx second = other.measured(new VertxOptions()).build();
      assertTrue(first.isMetricsEnabled() && second.isMetricsEnabled());
      var listening =
          first
              .createHttpServer()
              .requestHandler(request -> request.response().end().onFailure(gone -> {}))
              .listen(0, "127.0.0.1")
              .await(60, TimeUnit.SECONDS);
      var answer =
          second
              .createHttpClient()
              .request(HttpMethod.GET, listening.actualPort(), "127.0.0.1", "/secret-path")
              .compose(request -> request.send())
              .await(60, TimeUnit.SECONDS);
      assertEquals(200, answer.statusCode());
      Pattern asked = Pattern.compile("vertx_http_client_responses_total\\{code=\"200\"[^}]*} 1");
      // Counted when the exchange is over, which may be after its head has come.
      Awaitility.await().until(() -> asked.matcher(other.scrape()).find());
      assertFalse(one.scrape().contains("vertx_http_client_responses"), one.scrape());
      assertFalse((one.scrape() + other.scrape()).contains("secret-path"));
      first.close().await(60, TimeUnit.SECONDS);
      second.close().await(60, TimeUnit.SECONDS);
    }
  }
}
