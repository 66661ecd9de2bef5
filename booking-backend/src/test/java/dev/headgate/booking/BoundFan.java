package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.admission.Prover;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A guest of the derby with a key: they hold one seat, have bought another and ask for a code. */
final class BoundFan {
  static final String CARD = "{\"paymentMethod\":\"pm_card_visa\"}";
  static final String ADDRESS = "{\"email\":\"{name}@example.org\"}";
  static final String GUESS = "{\"signInId\":\"{signIn}\",\"code\":\"{code}\"}";

  private static final AtomicInteger FANS = new AtomicInteger();
  private static final AtomicInteger SEATS = new AtomicInteger();

  /** What a request says who it is by. */
  enum By {
    ADMISSION,
    ADMISSION_AND_SESSION,
    SESSION,
    SESSION_HEADER,
    /** The admission, where no event is named. */
    BEARER
  }

  /**
   * A request as somebody may send it.
   *
   * @param status of the answer when all is right
   */
  record Call(String method, String path, String body, int status, By by) {}

  final Prover key = Prover.es256();
  final String name = "fan" + FANS.incrementAndGet();
  final String token;
  String session = "";
  String holdId = "";
  String orderUrl = "";
  String seat = "";
  private final TestShop shop;
  private String orderId = "";
  private String ticketId = "";
  private String signInId = "";
  private String code = "";

  private BoundFan(TestShop shop) {
    this.shop = shop;
    this.token = tokenOf(name, key.thumbprint());
  }

  static BoundFan at(TestShop shop, People people) {
    return at(shop, people, null);
  }

  /** Somebody whose browser has this session already. */
  static BoundFan at(TestShop shop, People people, @Nullable String session) {
    BoundFan fan = new BoundFan(shop);
    fan.session = session == null ? "" : session;
    fan.buys(fan.holds());
    fan.holdId = fan.holds();
    Call begin = new Call("POST", "/sessions", ADDRESS, 202, By.SESSION);
    fan.signInId = TestShop.json(fan.done(begin)).getString("signInId");
    fan.code = people.code(fan.signInId);
    return fan;
  }

  private String holds() {
    By by = session.isEmpty() ? By.ADMISSION : By.ADMISSION_AND_SESSION;
    seat = freeSeat();
    String body = "{\"seats\":[\"" + seat + "\"]}";
    HttpResponse<String> held = done(new Call("POST", "/events/derby/holds", body, 201, by));
    String given = People.cookie(held);
    session = given.isEmpty() ? session : given;
    return TestShop.json(held).getString("holdId");
  }

  private void buys(String hold) {
    Call pay = new Call("POST", "/holds/" + hold + "/checkout", CARD, 201, By.SESSION);
    JsonObject order = TestShop.json(done(pay));
    orderUrl = order.getString("orderUrl");
    orderId = order.getString("orderId");
    ticketId = order.getJsonArray("tickets").getJsonObject(0).getString("id");
  }

  private HttpResponse<String> done(Call call) {
    HttpResponse<String> answer = send(call, proof(call));
    assertEquals(call.status(), answer.statusCode(), answer.body());
    return answer;
  }

  private static String freeSeat() {
    int number = SEATS.getAndIncrement();
    return (char) ('A' + number / 40) + "-" + (number % 40 + 1);
  }

  String tokenOf(String subject, String thumbprint) {
    JsonObject claims = new JsonObject(StandInGateway.claims("derby", subject));
    return shop.gateway.signed(
        StandInGateway.header("k1"),
        claims.put("cnf", new JsonObject().put("jkt", thumbprint)).encode());
  }

  /** A right proof for this request. */
  String proof(Call call) {
    return proof(key, call.method(), filled(call.path()), hash(call.by()));
  }

  static String proof(Prover key, String method, String path, String ath) {
    long now = Instant.now().getEpochSecond();
    String address = StandInGateway.ISSUER + path;
    return key.proof(Prover.claims(address, now).put("htm", method).put("ath", ath));
  }

  /** What a proof has to name: the session where nothing else comes, otherwise the admission. */
  String hash(By by) {
    return hash(by == By.SESSION || by == By.SESSION_HEADER ? session : token);
  }

  static String hash(String text) {
    try {
      return StandInGateway.base64(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  String filled(String text) {
    String filled =
        text.replace("{hold}", holdId)
            .replace("{order}", orderId)
            .replace("{ticket}", ticketId)
            .replace("{name}", name)
            .replace("{signIn}", signInId)
            .replace("{code}", code);
    return filled.contains("{seat}") ? filled.replace("{seat}", freeSeat()) : filled;
  }

  static BodyPublisher text(String body) {
    return body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
  }

  HttpRequest.Builder request(Call call, String... proofs) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(shop.at(filled(call.path())))
            .method(call.method(), text(filled(call.body())))
            .header("Idempotency-Key", "key-" + UUID.randomUUID());
    switch (call.by()) {
      case ADMISSION -> request.header("Headgate-Admission", token);
      case ADMISSION_AND_SESSION ->
          request.header("Headgate-Admission", token).header("Cookie", "shop_session=" + session);
      case SESSION -> request.header("Cookie", "shop_session=" + session);
      case SESSION_HEADER -> request.header("Shop-Session", "Bearer " + session);
      case BEARER -> request.header("Authorization", "DPoP " + token);
    }
    for (String proof : proofs) {
      request.header("DPoP", proof);
    }
    return request;
  }

  CompletableFuture<HttpResponse<String>> sendLater(Call call, String... proofs) {
    return shop.client.sendAsync(request(call, proofs).build(), BodyHandlers.ofString());
  }

  HttpResponse<String> send(Call call, String... proofs) {
    return sendLater(call, proofs).join();
  }
}
