package dev.headgate.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizingAnswersTest extends OperatorHttp {

  @Test
  void fortyThousandSeatsAtAThousandAMinuteOfWhomHalfBuyAreSoldInTwentyMinutes() throws Exception {
    HttpResponse<String> answer =
        send(
            "POST",
            "/api/sizing",
            VIEWER,
            """
            {"seats":40000,"ticketsPerOrder":4,"minutesInside":10,"conversion":0.5,
             "newUsersPerMinute":1000}""");
    assertEquals(200, answer.statusCode(), answer.body());
    JsonObject sizing = new JsonObject(answer.body());
    assertEquals(10_000, sizing.getInteger("orders"));
    assertEquals(20_000, sizing.getInteger("fansNeeded"));
    assertEquals(10_000, sizing.getInteger("usersInside"));
    assertEquals(20.0, sizing.getDouble("minutesToSellOut"));
    JsonObject recommended = sizing.getJsonObject("recommended");
    assertEquals(1_000, recommended.getInteger("newUsersPerMinute"));
    assertTrue(recommended.getInteger("totalActiveUsers") >= 10_000, recommended::encode);
    assertTrue(recommended.getInteger("totalActiveUsers") <= 11_000, recommended::encode);
    String working = sizing.getJsonArray("working").encode();
    assertTrue(working.contains("Little's law"), working);
    assertTrue(working.contains("10,000 orders"), working);
  }

  @Test
  void theRecommendedDialsAreDialsThatAnEventTakes() throws Exception {
    HttpResponse<String> answer =
        send(
            "POST",
            "/api/sizing",
            VIEWER,
            """
            {"seats":1,"ticketsPerOrder":1000,"minutesInside":0.5,"conversion":1,
             "newUsersPerMinute":1000000}""");
    JsonObject dials = new JsonObject(answer.body()).getJsonObject("recommended");
    assertEquals(200, send("PATCH", "/api/events/derby/dials", ADMIN, dials.encode()).statusCode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    {} | conversion,minutesInside,newUsersPerMinute,seats,ticketsPerOrder
    {"seats":0,"ticketsPerOrder":0.9,"minutesInside":0,"conversion":0,"newUsersPerMinute":0} | conversion,minutesInside,newUsersPerMinute,seats,ticketsPerOrder
    {"seats":1.5,"ticketsPerOrder":"4","minutesInside":1441,"conversion":0.0009,"newUsersPerMinute":null,"x":1} | conversion,minutesInside,newUsersPerMinute,seats,ticketsPerOrder,x
    {"seats":10,"ticketsPerOrder":1,"minutesInside":1e400,"conversion":-1e-400,"newUsersPerMinute":1} | conversion,minutesInside
    """)
  void everythingThatMakesNoSenseIsNamedAtOnce(String body, String named) throws Exception {
    HttpResponse<String> refused = send("POST", "/api/sizing", VIEWER, body);
    assertProblem(400, "invalid-settings", refused);
    assertEquals(Set.of(named.split(",", -1)), fields(refused));
  }
}
