package dev.headgate.gateway.token;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.testing.Prover;
import dev.headgate.gateway.token.Proofs.Answer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class DpopProofsTest {
  private static final String ADDRESS = "https://tickets.example/queue/derby/admissions";
  private static final long NOW = 1_764_490_000;
  private static final Vertx VERTX = Vertx.vertx();
  private static final Prover FAN = Prover.es256();

  private final Proofs proofs = Proofs.of(VERTX);

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  private static Proofs.Wanted wanted(Prover fan) {
    return new Proofs.Wanted(fan.thumbprint(), "POST", ADDRESS, NOW);
  }

  private Answer take(Prover fan, String... headers) {
    return await(proofs.take(List.of(headers), wanted(fan)));
  }

  private static Answer await(Future<Answer> answer) {
    try {
      return answer.await(60, TimeUnit.SECONDS);
    } catch (Exception late) {
      throw new AssertionError(late);
    }
  }

  private static JsonObject claims() {
    return Prover.claims(ADDRESS, NOW);
  }

  @Test
  void theHolderOfTheKeyProvesItWithAnyOfTheThreeKinds() {
    for (Prover fan : List.of(FAN, Prover.edDsa(), Prover.rs256(2048))) {
      assertEquals(Answer.PROVEN, take(fan, fan.proof(claims())), fan.header().encode());
    }
  }

  @Test
  void aHeaderThatIsMissingIsToldApartFromOneThatIsNoGood() {
    assertEquals(Answer.MISSING, take(FAN));
    assertEquals(Answer.INVALID, take(FAN, ""));
    assertEquals(Answer.INVALID, take(FAN, FAN.proof(claims()), FAN.proof(claims())));
  }

  @Test
  void whatElseAnHonestClientSaysDoesNoHarm() {
    JsonObject jwk = FAN.jwk().put("ext", true).put("key_ops", new JsonArray()).put("kid", "k");
    String header = FAN.header().put("jwk", jwk).encode();
    String more = claims().put("nonce", "n").put("ath", "x").put("exp", NOW - 1).encode();
    assertEquals(Answer.PROVEN, take(FAN, FAN.signed(header, more)));
    for (String same :
        List.of(
            "HTTPS://Tickets.Example/queue/derby/admissions",
            "https://tickets.example:443/queue/derby/admissions")) {
      assertEquals(Answer.PROVEN, take(FAN, FAN.proof(claims().put("htu", same))), same);
    }
    for (long age : new long[] {-10, 0, 60}) {
      assertEquals(Answer.PROVEN, take(FAN, FAN.proof(claims().put("iat", NOW - age))), age + " s");
    }
  }

  /** Claims of which one is wrong, under a signature that is right. */
  private static Map<String, JsonObject> wrongClaims() {
    Map<String, JsonObject> wrong = new LinkedHashMap<>();
    for (String name : List.of("jti", "htm", "htu", "iat")) {
      JsonObject without = claims();
      without.remove(name);
      wrong.put("no " + name, without);
      for (Object value : List.of("", 7.5, true, new JsonArray(), new JsonObject(), -1)) {
        wrong.put(name + " " + value, claims().put(name, value));
      }
      wrong.put(name + " null", claims().putNull(name));
    }
    wrong.put("htm get", claims().put("htm", "GET"));
    wrong.put("htm lower case", claims().put("htm", "post"));
    wrong.put("jti long", claims().put("jti", "x".repeat(129)));
    wrong.put("iat text", claims().put("iat", Long.toString(NOW)));
    wrong.put("iat millis", claims().put("iat", NOW * 1_000));
    for (long age : new long[] {-3_600, -11, 61, 3_600}) {
      wrong.put("iat " + age + " s ago", claims().put("iat", NOW - age));
    }
    for (String address :
        List.of(
            "http://tickets.example/queue/derby/admissions",
            "https://tickets.example:8443/queue/derby/admissions",
            "https://tickets.example.evil/queue/derby/admissions",
            "https://evil.example/queue/derby/admissions",
            "https://fan@tickets.example/queue/derby/admissions",
            "https://tickets.example/queue/cup/admissions",
            "https://tickets.example/queue/derby/admissions/",
            "https://tickets.example/queue/derby/Admissions",
            "https://tickets.example/queue/derby/%61dmissions",
            "https://tickets.example/queue/x/../derby/admissions",
            "https://tickets.example/queue/derby/admissions?",
            "https://tickets.example/queue/derby/admissions?a=b",
            "https://tickets.example/queue/derby/admissions#f",
            "//tickets.example/queue/derby/admissions",
            "/queue/derby/admissions",
            "tickets.example/queue/derby/admissions",
            "ftp://tickets.example/queue/derby/admissions",
            "https:tickets.example",
            "https://ticket\u0455.example/queue/derby/admissions",
            "::")) {
      wrong.put("htu " + address, claims().put("htu", address));
    }
    return wrong;
  }

  @Test
  void aProofOfSomethingElseIsNone() {
    wrongClaims()
        .forEach(
            (what, claims) -> assertEquals(Answer.INVALID, take(FAN, FAN.proof(claims)), what));
  }

  /** Headers of which one member is wrong, under a signature that is right. */
  private static Map<String, JsonObject> wrongHeaders() {
    Map<String, JsonObject> wrong = new LinkedHashMap<>();
    for (String name : List.of("typ", "alg", "jwk")) {
      JsonObject without = FAN.header();
      without.remove(name);
      wrong.put("no " + name, without);
      for (Object value : List.of("", 7, true, new JsonArray(), new JsonObject())) {
        wrong.put(name + " " + value, FAN.header().put(name, value));
      }
    }
    for (String type : List.of("jwt", "JWT", "hg-admission+jwt", "DPOP+JWT", "dpop")) {
      wrong.put("typ " + type, FAN.header().put("typ", type));
    }
    for (String algorithm :
        List.of("none", "None", "HS256", "ES384", "RS256", "PS256", "EdDSA", "es256")) {
      wrong.put("alg " + algorithm, FAN.header().put("alg", algorithm));
    }
    for (String more : List.of("jku", "x5u", "x5c", "x5t", "kid", "crit", "b64", "zip", "cty")) {
      wrong.put("also " + more, FAN.header().put(more, new JsonArray().add("exp")));
    }
    for (String member : List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k")) {
      wrong.put("jwk with " + member, FAN.header().put("jwk", FAN.jwk().put(member, "AQAB")));
    }
    for (String member : List.of("kty", "crv", "x", "y")) {
      JsonObject without = FAN.jwk();
      without.remove(member);
      wrong.put("jwk without " + member, FAN.header().put("jwk", without));
      for (Object value : List.of("", "AQAB", FAN.jwk().getString("x") + "=", 1, new JsonArray())) {
        wrong.put(
            "jwk " + member + " " + value, FAN.header().put("jwk", FAN.jwk().put(member, value)));
      }
    }
    wrong.put("another key", FAN.header().put("jwk", Prover.es256().jwk()));
    wrong.put("an Edwards key", FAN.header().put("jwk", Prover.edDsa().jwk()));
    return wrong;
  }

  @Test
  void aHeaderThatSaysMoreOrElseThanTheKeyIsNone() {
    wrongHeaders()
        .forEach(
            (what, header) ->
                assertEquals(
                    Answer.INVALID,
                    take(FAN, FAN.signed(header.encode(), claims().encode())),
                    what));
  }

  @Test
  void whatIsNotWrittenLikeAProofIsNone() {
    String proof = FAN.proof(claims());
    String[] parts = proof.split("\\.", -1);
    String twice = claims().encode().replace("{", "{\"htm\":\"POST\",");
    for (String text :
        List.of(
            ".",
            "..",
            "...",
            "a.b.c",
            parts[0] + "." + parts[1],
            parts[0] + "." + parts[1] + ".",
            "." + parts[1] + "." + parts[2],
            proof + ".",
            proof + "=",
            proof + " ",
            "DPoP " + proof,
            proof + ", " + proof,
            parts[0] + "." + parts[1] + "." + parts[2] + "\u00e9",
            FAN.signed(FAN.header().encode(), twice),
            FAN.signed(FAN.header().encode(), claims().encode() + "{}"),
            FAN.signed(FAN.header().encode(), "[]"),
            FAN.signed(FAN.header().encode(), "7"),
            FAN.signed(FAN.header().encode(), ""),
            FAN.signed(FAN.header().encode(), claims().put("x", "y".repeat(4_096)).encode()),
            FAN.signed(FAN.header().encode(), "{\"a\":".repeat(500)))) {
      assertEquals(Answer.INVALID, take(FAN, text), text);
    }
  }

  @Test
  void aSignatureByAnotherKeyOrOfAnotherTextIsNone() {
    String[] mine = FAN.proof(claims()).split("\\.", -1);
    String[] other =
        Prover.es256().signed(FAN.header().encode(), claims().encode()).split("\\.", -1);
    assertEquals(Answer.INVALID, take(FAN, mine[0] + "." + mine[1] + "." + other[2]));
    assertEquals(Answer.INVALID, take(FAN, mine[0] + "." + other[1] + "." + mine[2]));
    for (int digits : new int[] {1, 2, 43, 86, 87, 171}) {
      String zeros = mine[0] + "." + mine[1] + "." + "A".repeat(digits);
      assertEquals(Answer.INVALID, take(FAN, zeros), digits + " zeros");
    }
    for (int at = 0; at < mine[2].length() - 1; at++) {
      char digit = mine[2].charAt(at) == 'A' ? 'B' : 'A';
      String changed = mine[2].substring(0, at) + digit + mine[2].substring(at + 1);
      assertEquals(Answer.INVALID, take(FAN, mine[0] + "." + mine[1] + "." + changed));
    }
  }

  @Test
  void aKeyThatIsNoPointOfTheCurveOrTooShortIsNoneEvenWhereATicketNamesIt() {
    JsonObject point = FAN.jwk().put("x", "A".repeat(43)).put("y", "A".repeat(43));
    JsonObject shortKey = Prover.rs256(1024).jwk();
    JsonObject exponent = Prover.rs256(2048).jwk().put("e", "Aw");
    for (JsonObject jwk : List.of(point, shortKey, exponent)) {
      String kind = jwk.getString("kty").equals("EC") ? "ES256" : "RS256";
      String header = FAN.header().put("alg", kind).put("jwk", jwk).encode();
      String proof = FAN.signed(header, claims().encode());
      DpopKey read = DpopKey.of(Claims.parse(jwk.toBuffer().getBytes()));
      String thumbprint = read == null ? FAN.thumbprint() : read.thumbprint();
      Proofs.Wanted wanted = new Proofs.Wanted(thumbprint, "POST", ADDRESS, NOW);
      assertEquals(Answer.INVALID, await(proofs.take(List.of(proof), wanted)), jwk.encode());
    }
  }

  @Test
  void ofAHundredCopiesAtOnceExactlyOneIsTaken() {
    String proof = FAN.proof(claims());
    List<Future<Answer>> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(proofs.take(List.of(proof), wanted(FAN)));
    }
    List<Answer> all = answers.stream().map(DpopProofsTest::await).toList();
    assertEquals(1, all.stream().filter(Answer.PROVEN::equals).count());
    assertEquals(99, all.stream().filter(Answer.INVALID::equals).count());
  }

  @Test
  void aProofThatWasNotTakenDoesNotUseItsIdUp() {
    JsonObject claims = claims();
    assertEquals(Answer.INVALID, take(FAN, FAN.proof(claims.copy().put("htm", "GET"))));
    assertEquals(Answer.PROVEN, take(FAN, FAN.proof(claims)));
    assertEquals(Answer.INVALID, take(FAN, FAN.proof(claims)));
  }

  @Test
  void theSameIdUnderAnotherKeyIsAnotherProof() {
    JsonObject claims = claims();
    Prover other = Prover.es256();
    assertEquals(Answer.PROVEN, take(FAN, FAN.proof(claims)));
    assertEquals(Answer.PROVEN, take(other, other.proof(claims)));
  }

  @Test
  void takenProofsAreKnownAsLongAsTheyCouldBeSentAgainAndNoneIsForgottenForRoom() {
    TakenProofs taken = new TakenProofs(80, 3, 3);
    for (long at : new long[] {1_000, 1_001, 1_079}) {
      assertEquals(Answer.PROVEN, taken.take("key", "id-" + at, at));
    }
    assertEquals(Answer.BUSY, taken.take("key", "one more", 1_079));
    assertEquals(Answer.INVALID, taken.take("key", "id-1079", 1_079 + 80));
    assertEquals(Answer.PROVEN, taken.take("key", "one more", 1_159));
    assertEquals(Answer.PROVEN, taken.take("key", "id-1000", 1_000 + 1_000));
  }

  @Test
  void oneKeyFillsNeitherTheMemoryNorTheWorkersForOthers() {
    TakenProofs taken = new TakenProofs(80, 100, 3);
    for (int i = 0; i < 3; i++) {
      assertEquals(Answer.PROVEN, taken.take("one", "id-" + i, 1_000));
    }
    assertEquals(Answer.BUSY, taken.take("one", "another", 1_079));
    assertEquals(Answer.INVALID, taken.take("one", "id-0", 1_079));
    assertEquals(Answer.PROVEN, taken.take("two", "id-0", 1_079));
    assertEquals(Answer.PROVEN, taken.take("one", "another", 1_080));
    UnderWay underWay = new UnderWay(4, 2);
    for (int round = 0; round < 3; round++) {
      assertEquals(List.of(true, true, false), begun(underWay, "one", "one", "one"));
      assertEquals(List.of(true, true, false), begun(underWay, "two", "three", "four"));
      List.of("one", "two", "one", "three").forEach(underWay::end);
    }
  }

  private static List<Boolean> begun(UnderWay underWay, String... keys) {
    return Stream.of(keys).map(underWay::begin).toList();
  }

  @Test
  void whoeverSendsProofsWithoutEndIsAskedForAMomentAndNobodyElseIs() {
    Prover flooder = Prover.es256();
    int proven = 0;
    for (int i = 0; i < 400; i++) {
      Answer answer = take(flooder, flooder.proof(claims()));
      assertEquals(proven < 256 ? Answer.PROVEN : Answer.BUSY, answer);
      proven += answer == Answer.PROVEN ? 1 : 0;
    }
    assertEquals(Answer.PROVEN, take(FAN, FAN.proof(claims())));
  }

  @Test
  void aThumbprintHasOneForm() {
    assertEquals(true, Proofs.isThumbprint(FAN.thumbprint()));
    for (String wrong :
        List.of(
            "",
            FAN.thumbprint() + "=",
            FAN.thumbprint().substring(1),
            FAN.thumbprint() + "A",
            "A".repeat(42) + "B",
            " ".repeat(43),
            "\u00e9".repeat(43),
            "+".repeat(43))) {
      assertEquals(false, Proofs.isThumbprint(wrong), wrong);
    }
  }
}
