package dev.headgate.booking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.booking.account.Codes;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Signs people in at a shop, and reads their mail for them. */
final class People {
  private final TestShop shop;
  private final Codes codes;

  People(TestShop shop) {
    this.shop = shop;
    this.codes = Codes.under(shop.config.session());
  }

  /** A request with this session, or none. */
  HttpRequest.Builder request(String path, @Nullable String session) {
    HttpRequest.Builder request = HttpRequest.newBuilder(shop.at(path));
    return session == null ? request : request.header("Cookie", "shop_session=" + session);
  }

  CompletableFuture<HttpResponse<String>> postLater(
      String path, String body, @Nullable String session) {
    return shop.client.sendAsync(
        request(path, session).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, String body, @Nullable String session) {
    return postLater(path, body, session).join();
  }

  /** A body that asks for a code to this address. */
  static String to(String address) {
    return new JsonObject().put(address.contains("@") ? "email" : "phone", address).encode();
  }

  /** Asks for a code. Returns the sign-in's id. */
  String begin(String address, @Nullable String session) {
    HttpResponse<String> answer = post("/sessions", to(address), session);
    assertEquals(202, answer.statusCode(), answer.body());
    return TestShop.json(answer).getString("signInId");
  }

  /** The code on its way for this sign-in, as whoever sends it opens it. */
  String code(String signInId) {
    try (Connection connection = shop.connect();
        PreparedStatement sql =
            connection.prepareStatement("SELECT detail FROM outbox WHERE subject_id = ?")) {
      sql.setString(1, signInId);
      try (ResultSet rows = sql.executeQuery()) {
        rows.next();
        return codes.open(rows.getString(1));
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  String wrong(String signInId) {
    return code(signInId).equals("000000") ? "111111" : "000000";
  }

  static String guess(String signInId, String code) {
    return new JsonObject().put("signInId", signInId).put("code", code).encode();
  }

  HttpResponse<String> verify(String signInId, String code, @Nullable String session) {
    return post("/sessions/verify", guess(signInId, code), session);
  }

  /** Proves an address. Returns the whole answer. */
  HttpResponse<String> prove(String address, @Nullable String session) {
    String signInId = begin(address, session);
    return verify(signInId, code(signInId), session);
  }

  /** Proves an address. Returns the body, which has the new session. */
  JsonObject signIn(String address, @Nullable String session) {
    HttpResponse<String> answer = prove(address, session);
    assertEquals(200, answer.statusCode(), answer.body());
    return TestShop.json(answer);
  }

  HttpResponse<String> me(@Nullable String session) {
    return shop.send(request("/sessions/me", session).build());
  }

  /** The session that an answer sets, or "" where it sets none or takes it back. */
  static String cookie(HttpResponse<String> answer) {
    String cookie = answer.headers().firstValue("Set-Cookie").orElse("shop_session=;");
    return cookie.substring("shop_session=".length(), cookie.indexOf(';'));
  }
}
