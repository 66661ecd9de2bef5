package dev.headgate.gateway.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.headgate.gateway.token.Admission;
import dev.headgate.gateway.token.AdmissionTokens;
import dev.headgate.gateway.token.Keys;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Makes admission tokens with the gateway's own keys: good ones, and every kind that is not. */
final class Mint {
  static final String OPERATOR = "operator-of-the-wire-tests-with-128-bits-and-more";
  static final String OPERATOR_SHA256 = sha256(OPERATOR);

  private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();
  private static final String PLACE = "AAECAwQFBgcICQoLDA0ODw";

  final RSAKey key;
  final Keys keys;
  private final AdmissionTokens tokens;

  /** The life of the event the tokens are for. */
  long epoch;

  /** Opens the folder's keys, and makes them where it is empty. */
  Mint(Vertx vertx, Path folder) {
    key = key(folder);
    keys = Keys.open(folder, true);
    tokens = keys.admissionTokens(vertx, Site.ORIGIN);
  }

  private static RSAKey key(Path folder) {
    Path file = folder.resolve("admission.jwk");
    try {
      if (!Files.exists(file)) {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        RSAKey made = new RSAKeyGenerator(2048).keyID("wire-1").generate();
        Files.writeString(file, made.toJSONString());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
      return RSAKey.parse(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (java.text.ParseException | JOSEException e) {
      throw new AssertionError(e);
    }
  }

  /** A session of ten minutes that began ten seconds ago. */
  Admission admission(String event, int position) {
    long now = Instant.now().getEpochSecond();
    return new Admission(event, epoch, 0, position, PLACE, now - 10, now + 590);
  }

  /** What the gateway itself would hand out. */
  String good(String event, int position) {
    return sign(admission(event, position));
  }

  String sign(Admission admission) {
    return Site.await(tokens.sign(admission));
  }

  /** The claims that the gateway would write, changed. */
  String claims(String event, Consumer<JsonObject> change) {
    Admission admission = admission(event, 7);
    JsonObject claims =
        new JsonObject()
            .put("iss", Site.ORIGIN)
            .put("aud", "headgate:" + event)
            .put("sub", PLACE)
            .put("jti", tokens.sessionId(admission))
            .put("iat", admission.startSeconds())
            .put("nbf", admission.startSeconds())
            .put("exp", admission.expiresSeconds())
            .put("pos", 7);
    change.accept(claims);
    return rsa(head(key.getKeyID()), claims.encode());
  }

  /** The head the gateway writes. */
  static String head(String kid) {
    return "{\"alg\":\"RS256\",\"typ\":\"hg-admission+jwt\",\"kid\":\"" + kid + "\"}";
  }

  /** Signed as the gateway signs, whatever it is. */
  String rsa(String head, String claims) {
    String input = encoded(head) + "." + encoded(claims);
    try {
      JWSHeader rs256 = new JWSHeader(JWSAlgorithm.RS256);
      return input + "." + new RSASSASigner(key).sign(rs256, input.getBytes(UTF_8));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private String payload() {
    return new String(Base64.getUrlDecoder().decode(good("derby", 7).split("\\.", -1)[1]), UTF_8);
  }

  private String withHead(String head) {
    return rsa(head, payload());
  }

  private String unsigned(String alg) {
    return encoded("{\"alg\":\"" + alg + "\",\"typ\":\"hg-admission+jwt\"}") + "." + middle();
  }

  private String middle() {
    return encoded(payload());
  }

  private String hmac(byte[] secret) {
    String input = encoded(Mint.head(key.getKeyID()).replace("RS256", "HS256")) + "." + middle();
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return input + "." + URL.encodeToString(mac.doFinal(input.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new AssertionError(e);
    }
  }

  private static String encoded(String text) {
    return URL.encodeToString(text.getBytes(UTF_8));
  }

  /** By name, every kind of token that admits nobody to derby. */
  Map<String, String> bad() {
    Map<String, String> bad = new LinkedHashMap<>();
    heads(bad);
    signatures(bad);
    shapes(bad);
    times(bad);
    audiences(bad);
    identities(bad);
    return bad;
  }

  private void heads(Map<String, String> bad) {
    for (String alg : new String[] {"none", "None", "nOnE", "NONE", ""}) {
      bad.put("alg-" + alg + "-bare", unsigned(alg));
      bad.put("alg-" + alg + "-dot", unsigned(alg) + ".");
      bad.put("alg-" + alg + "-junk", unsigned(alg) + ".AAAA");
    }
    String ours = head(key.getKeyID());
    String open = ours.substring(0, ours.length() - 1);
    bad.put("alg-missing", withHead("{\"typ\":\"hg-admission+jwt\",\"kid\":\"wire-1\"}"));
    for (String alg :
        new String[] {"RS384", "RS512", "PS256", "ES256", "EdDSA", "HS256", "rs256"}) {
      bad.put("alg-" + alg, withHead(ours.replace("RS256", alg)));
    }
    bad.put("alg-twice", withHead(open + ",\"alg\":\"none\"}"));
    bad.put("typ-jwt", withHead(ours.replace("hg-admission+jwt", "JWT")));
    bad.put("typ-missing", withHead("{\"alg\":\"RS256\",\"kid\":\"" + key.getKeyID() + "\"}"));
    bad.put("kid-missing", withHead("{\"alg\":\"RS256\",\"typ\":\"hg-admission+jwt\"}"));
    bad.put("kid-null", withHead(ours.replace("\"" + key.getKeyID() + "\"", "null")));
    bad.put("kid-number", withHead(ours.replace("\"" + key.getKeyID() + "\"", "1")));
    bad.put("kid-array", withHead(ours.replace("\"" + key.getKeyID() + "\"", "[\"wire-1\"]")));
    bad.put("kid-path", withHead(head("../../dev/null")));
    bad.put("kid-sql", withHead(head("' OR 1=1--")));
    bad.put("kid-unknown", withHead(head("another")));
    bad.put("kid-long", withHead(head("k".repeat(2_000))));
    bad.put("kid-twice", withHead(open + ",\"kid\":\"" + key.getKeyID() + "\"}"));
    bad.put("kid-space", withHead(ours.replace(":", ": ")));
    bad.put("head-jku", withHead(open + ",\"jku\":\"http://169.254.169.254/\"}"));
    bad.put("head-x5u", withHead(open + ",\"x5u\":\"http://169.254.169.254/\"}"));
    bad.put("head-x5c", withHead(open + ",\"x5c\":[\"AAAA\"]}"));
    bad.put("head-jwk", withHead(open + ",\"jwk\":" + key.toPublicJWK().toJSONString() + "}"));
    bad.put("head-crit", withHead(open + ",\"crit\":[\"b64\"],\"b64\":false}"));
    bad.put("head-zip", withHead(open + ",\"zip\":\"DEF\"}"));
    bad.put("head-array", withHead("[]"));
    bad.put("head-empty", withHead(""));
  }

  private void signatures(Map<String, String> bad) {
    try {
      byte[] der = key.toRSAPublicKey().getEncoded();
      String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
      String pem = "-----BEGIN PUBLIC KEY-----\n" + lines + "\n-----END PUBLIC KEY-----\n";
      bad.put("hmac-der", hmac(der));
      bad.put("hmac-pem", hmac(pem.getBytes(UTF_8)));
      bad.put("hmac-pem-stripped", hmac(pem.strip().getBytes(UTF_8)));
      bad.put("hmac-jwk", hmac(key.toPublicJWK().toJSONString().getBytes(UTF_8)));
      bad.put("hmac-modulus", hmac(key.getModulus().decode()));
      RSAKey other = new RSAKeyGenerator(2048).keyID(key.getKeyID()).generate();
      String input = encoded(head(key.getKeyID())) + "." + middle();
      JWSHeader rs256 = new JWSHeader(JWSAlgorithm.RS256);
      bad.put(
          "other-key", input + "." + new RSASSASigner(other).sign(rs256, input.getBytes(UTF_8)));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private void shapes(Map<String, String> bad) {
    String good = good("derby", 7);
    String[] parts = good.split("\\.", -1);
    bad.put("cut-signature", parts[0] + "." + parts[1]);
    bad.put("cut-signature-dot", parts[0] + "." + parts[1] + ".");
    bad.put("cut-last", good.substring(0, good.length() - 1));
    bad.put("cut-half", good.substring(0, good.length() / 2));
    bad.put("cut-first", good.substring(1));
    bad.put("head-alone", parts[0]);
    bad.put("dots", "..");
    bad.put("one-dot", ".");
    bad.put("five-parts", good + ".e30.e30");
    bad.put("doubled", good + good);
    bad.put("doubled-comma", good + "," + good);
    bad.put("doubled-space", good + " " + good);
    bad.put("trailing-dot", good + ".");
    bad.put("leading-dot", "." + good);
    bad.put("padded", good + "==");
    bad.put("star", "*");
    bad.put("percents", "%%%");
    bad.put("encoded", good.replace(".", "%2E"));
    bad.put("null-text", "null");
    bad.put("undefined", "undefined");
    bad.put("upper", good.toUpperCase(java.util.Locale.ROOT));
    bad.put("swapped", parts[1] + "." + parts[0] + "." + parts[2]);
    bad.put("non-ascii", good.substring(0, 50) + "\u00e9" + good.substring(51));
    bad.put("flipped-payload", flipped(good, parts[0].length() + 40));
    bad.put("flipped-signature", flipped(good, good.length() - 40));
    bad.put("flipped-head", flipped(good, 10));
    bad.put("ab", "a.b");
    bad.put("abc", "a.b.c");
    bad.put("long", "a".repeat(7_000));
    bad.put("long-valid-start", good + "A".repeat(6_000));
    bad.put(
        "place-ticket",
        keys.placeTickets().write(keys.placeTickets().newPlace("derby", epoch, 0, 3)));
    bad.put("empty-claims", rsa(head(key.getKeyID()), "{}"));
    bad.put("array-claims", rsa(head(key.getKeyID()), "[]"));
    bad.put("no-json", rsa(head(key.getKeyID()), "hello"));
    bad.put("deep-claims", rsa(head(key.getKeyID()), "[".repeat(1_500)));
    bad.put("claims-and-more", rsa(head(key.getKeyID()), payload() + "{}"));
  }

  private static String flipped(String token, int at) {
    char other = token.charAt(at) == 'A' ? 'B' : 'A';
    return token.substring(0, at) + other + token.substring(at + 1);
  }

  private void times(Map<String, String> bad) {
    long now = Instant.now().getEpochSecond();
    Map<String, UnaryOperator<JsonObject>> changes = new LinkedHashMap<>();
    changes.put(
        "exp-past", c -> c.put("exp", now - 60).put("iat", now - 600).put("nbf", now - 600));
    changes.put("exp-1970", c -> c.put("exp", 0));
    changes.put("exp-millis", c -> c.put("exp", (now + 600) * 1000));
    changes.put("exp-far", c -> c.put("exp", 9_999_999_999L));
    changes.put("exp-float", c -> c.put("exp", now + 600.5));
    changes.put("exp-text", c -> c.put("exp", "" + (now + 600)));
    changes.put("exp-negative", c -> c.put("exp", -1));
    changes.put("exp-null", c -> c.putNull("exp"));
    changes.put("exp-array", c -> c.put("exp", new JsonArray().add(now + 600)));
    changes.put("exp-object", c -> c.put("exp", new JsonObject()));
    changes.put("exp-huge", c -> c.put("exp", new java.math.BigInteger("9223372036854775808")));
    changes.put("exp-before-start", c -> c.put("exp", now - 11));
    changes.put(
        "nbf-future", c -> c.put("nbf", now + 3600).put("iat", now + 3600).put("exp", now + 4000));
    changes.put("nbf-not-iat", c -> c.put("nbf", now - 5_000));
    changes.put("iat-future", c -> c.put("iat", now + 3600));
    changes.put("iat-text", c -> c.put("iat", "" + now));
    removed(changes, "exp", "nbf", "iat");
    putAll(bad, changes);
    bad.put("exp-twice", rsa(head(key.getKeyID()), payload().replace("{", "{\"exp\":9,")));
    bad.put(
        "exp-exponent",
        rsa(head(key.getKeyID()), payload().replaceAll("\"exp\":\\d+", "\"exp\":1.9e9")));
  }

  private void audiences(Map<String, String> bad) {
    Map<String, UnaryOperator<JsonObject>> changes = new LinkedHashMap<>();
    changes.put("aud-other", c -> c.put("aud", "other"));
    changes.put("aud-event-alone", c -> c.put("aud", "derby"));
    changes.put("aud-space", c -> c.put("aud", "headgate:derby "));
    changes.put("aud-upper", c -> c.put("aud", "headgate:DERBY"));
    changes.put("aud-none", c -> c.put("aud", new JsonArray()));
    changes.put("aud-two", c -> c.put("aud", new JsonArray().add("headgate:derby").add("x")));
    changes.put(
        "aud-nested",
        c -> c.put("aud", new JsonArray().add(new JsonArray().add("headgate:derby"))));
    changes.put("aud-number", c -> c.put("aud", 42));
    changes.put("aud-star", c -> c.put("aud", "headgate:*"));
    changes.put("aud-other-event", c -> c.put("aud", "headgate:cup"));
    removed(changes, "aud");
    putAll(bad, changes);
  }

  private void identities(Map<String, String> bad) {
    Map<String, UnaryOperator<JsonObject>> changes = new LinkedHashMap<>();
    changes.put("iss-other", c -> c.put("iss", "https://tickets.example.evil.example"));
    changes.put("iss-slash", c -> c.put("iss", Site.ORIGIN + "/"));
    changes.put("iss-array", c -> c.put("iss", new JsonArray().add(Site.ORIGIN)));
    changes.put("sub-short", c -> c.put("sub", "AAEC"));
    changes.put("sub-number", c -> c.put("sub", 1));
    changes.put("jti-made-up", c -> c.put("jti", epoch + ".0.7.AAAAAAAAAAAAAAAAAAAAAA"));
    changes.put("jti-other-place", c -> c.put("jti", tokens.sessionId(admission("derby", 8))));
    changes.put("jti-other-event", c -> c.put("jti", tokens.sessionId(admission("cup", 7))));
    changes.put("pos-other", c -> c.put("pos", 8));
    changes.put("pos-text", c -> c.put("pos", "7"));
    removed(changes, "iss", "sub", "jti", "pos");
    putAll(bad, changes);
    Admission good = admission("derby", 7);
    bad.put("epoch-before", sign(inEpoch(good, epoch - 1)));
    bad.put("epoch-after", sign(inEpoch(good, epoch + 1)));
    bad.put("other-event", good("cup", 7));
  }

  private static Admission inEpoch(Admission of, long epoch) {
    return new Admission(
        of.event(),
        epoch,
        of.lane(),
        of.position(),
        of.placeId(),
        of.startSeconds(),
        of.expiresSeconds());
  }

  private static void removed(Map<String, UnaryOperator<JsonObject>> changes, String... names) {
    for (String name : names) {
      changes.put(
          name + "-missing",
          claims -> {
            Object gone = claims.remove(name);
            assert gone != null;
            return claims;
          });
    }
  }

  private void putAll(Map<String, String> bad, Map<String, UnaryOperator<JsonObject>> changes) {
    changes.forEach(
        (name, change) ->
            bad.put(
                name,
                claims(
                    "derby",
                    claims -> {
                      JsonObject changed = change.apply(claims);
                      assert changed.equals(claims);
                    })));
  }

  private static String sha256(String text) {
    try {
      byte[] hash = java.security.MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return java.util.HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
