package dev.headgate.payment.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {
  private static final String FORM =
      "amount=700&currency=eur&metadata%5Border_id%5D=o1&payment_method=pm_card_visa";

  @Test
  void aProcessOfItsOwnTellsWhatWasPaid() throws Exception {
    Process process = start("--port", "0", "--api-key", "sk_test_other");
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      assertNotNull(line);
      assertTrue(line.startsWith("payment simulator: http://127.0.0.1:"), line);
      String base = line.substring(line.indexOf("http"));
      JsonObject created = post(base + "/v1/payment_intents", FORM);
      String confirm = base + "/v1/payment_intents/" + created.getString("id") + "/confirm";
      assertEquals("succeeded", post(confirm, "").getString("status"));
      HttpRequest ledger = HttpRequest.newBuilder(URI.create(base + "/sim/ledger")).build();
      JsonObject entry = sent(ledger).getJsonArray("intents").getJsonObject(0);
      assertEquals("o1", entry.getString("orderId"));
      assertEquals(700, entry.getInteger("capturedCents"));
      assertEquals(1, entry.getInteger("charges"));
    } finally {
      process.destroy();
    }
    process.waitFor();
  }

  @Test
  void aWrongSettingIsAUsageError() throws Exception {
    Process process = start("--port", "70000");
    process.inputReader().close();
    assertEquals(2, process.waitFor());
  }

  private static Process start(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.to(new File("target/simulator-main.log")))
        .start();
  }

  private static JsonObject post(String uri, String form) throws Exception {
    return sent(
        HttpRequest.newBuilder(URI.create(uri))
            .header("Authorization", "Bearer sk_test_other")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build());
  }

  private static JsonObject sent(HttpRequest request) throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return new JsonObject(response.body());
  }
}
