package dev.headgate.booking;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The part of a gateway that a shop knows: published keys, and tokens signed with them. */
final class StandInGateway implements AutoCloseable {
  static final String ISSUER = "https://tickets.example";

  private final HttpServer server;
  private final AtomicInteger fetches = new AtomicInteger();
  private final List<RSAKey> published = new CopyOnWriteArrayList<>();
  private volatile boolean broken;

  StandInGateway() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
    published.add(newKey("k1"));
    server.createContext(
        "/.well-known/jwks.json",
        exchange -> {
          fetches.incrementAndGet();
          List<JWK> keys = List.copyOf(published);
          byte[] body = new JWKSet(keys).toString(true).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(broken ? 500 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  static RSAKey newKey(String kid) {
    try {
      return new RSAKeyGenerator(2048).keyID(kid).keyUse(KeyUse.SIGNATURE).generate();
    } catch (JOSEException failed) {
      throw new IllegalStateException(failed);
    }
  }

  URI jwks() {
    return URI.create(
        "http://127.0.0.1:" + server.getAddress().getPort() + "/.well-known/jwks.json");
  }

  int fetches() {
    return fetches.get();
  }

  void breakDown() {
    broken = true;
  }

  RSAKey key() {
    return published.get(published.size() - 1);
  }

  void publish(RSAKey key) {
    published.add(key);
  }

  /** A good token for ten minutes. */
  String token(String event, String subject) {
    return signed(header("k1"), claims(event, subject));
  }

  static String header(String kid) {
    return "{\"alg\":\"RS256\",\"typ\":\"hg-admission+jwt\",\"kid\":\"" + kid + "\"}";
  }

  static String claims(String event, String subject) {
    long now = Instant.now().getEpochSecond();
    return claims(event, subject, String.valueOf(now), String.valueOf(now + 600));
  }

  static String claims(String event, String subject, String from, String until) {
    return """
        {"iss":"%s","aud":"headgate:%s","sub":"%s","jti":"1.0.7.abc","iat":%s,"nbf":%s,"exp":%s,\
        "pos":7}"""
        .formatted(ISSUER, event, subject, from, from, until);
  }

  /** Any header and claims, correctly signed with the newest key. */
  String signed(String header, String claims) {
    return signed(header, claims, key());
  }

  static String signed(String header, String claims, RSAKey key) {
    try {
      String input = base64(header) + "." + base64(claims);
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key.toPrivateKey());
      signature.update(input.getBytes(StandardCharsets.US_ASCII));
      return input + "." + base64(signature.sign());
    } catch (GeneralSecurityException | JOSEException failed) {
      throw new IllegalStateException(failed);
    }
  }

  static String base64(String text) {
    return base64(text.getBytes(StandardCharsets.UTF_8));
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
