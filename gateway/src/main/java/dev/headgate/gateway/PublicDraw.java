package dev.headgate.gateway;

import dev.headgate.gateway.config.EventIds;
import dev.headgate.policy.order.Draw;
import dev.headgate.policy.order.Seeds;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a public draw document says, once it has been found complete: the draw of an event, of one
 * of its lanes, or of one of its rounds.
 */
final class PublicDraw {
  static final String ALGORITHM = "headgate-lottery-v1";

  /** Twice the default bound of a queue; 160 MB to work out. A document must not ask for more. */
  private static final int MOST_ENTRANTS = 20_000_000;

  private static final int MOST_BEACON_BYTES = 1_024;

  private final String event;
  private final String drawId;
  private final String commitment;
  private final byte[] seed;
  private final byte[] beacon;
  private final String beaconSource;
  private final int entrants;
  private final boolean round;
  private final int first;

  private PublicDraw(JsonObject json) throws NotVerifiedException {
    event = text(json, "event");
    if (!EventIds.isOne(event)) {
      throw new NotVerifiedException("\"event\" is not an event id: " + printable(event));
    }
    drawId = drawId(json, event);
    commitment = text(json, "commitment").toLowerCase(Locale.ROOT);
    entrants = whole(json, "entrants");
    seed = hex(json, "seed", 32);
    beacon = json.getValue("beacon") == null ? new byte[0] : hex(json, "beacon", -1);
    beaconSource = printable(Objects.toString(json.getValue("beaconSource"), "not named"));
    round = json.getValue("round") != null;
    first = round ? whole(json, "first") : 0;
  }

  /**
   * Reads a document. That of an event in rounds lists its rounds: then it is the one that the
   * arrival is in.
   */
  static PublicDraw parse(String text, int arrival) throws NotVerifiedException {
    JsonObject json = object(text);
    String algorithm = text(json, "algorithm");
    if (!algorithm.equals(ALGORITHM)) {
      throw new NotVerifiedException(
          "algorithm: " + printable(algorithm) + " (expected: " + ALGORITHM + ")");
    }
    checkNobodyDemoted(json);
    JsonObject one =
        json.getValue("round") == null && json.getValue("rounds") instanceof JsonArray rounds
            ? json.copy().mergeIn(roundOf(arrival, rounds))
            : json;
    checkDrawn(one);
    return new PublicDraw(one);
  }

  private static JsonObject object(String text) throws NotVerifiedException {
    try {
      return new JsonObject(text);
    } catch (DecodeException | ClassCastException e) {
      throw new NotVerifiedException("this is not a draw document: it is not a JSON object.");
    }
  }

  private static JsonObject roundOf(int arrival, JsonArray rounds) throws NotVerifiedException {
    for (Object entry : rounds) {
      if (entry instanceof JsonObject round
          && round.getValue("first") instanceof Integer first
          && round.getValue("entrants") instanceof Integer entrants
          && arrival >= first
          && arrival - first < entrants) {
        return round.copy().put("round", round.getValue("number"));
      }
    }
    throw new NotVerifiedException(
        "arrival "
            + arrival
            + " is in none of the closed rounds listed here; an older round has a"
            + " document of its own: .../draw?round=<number>");
  }

  private static void checkDrawn(JsonObject json) throws NotVerifiedException {
    if (json.getValue("seed") != null) {
      return;
    }
    throw new NotVerifiedException(
        json.getValue("entrants") == null
            ? "the draw has not been made yet; ask again "
                + (json.getValue("round") == null
                    ? "after the sale has started."
                    : "after the round has closed.")
            : "the entrants are frozen, but the seed is not public yet; the draw waits for its"
                + " beacon.");
  }

  private static void checkNobodyDemoted(JsonObject json) throws NotVerifiedException {
    Object count = json.getValue("demotedCount");
    if (count != null && !count.equals(0)) {
      throw new NotVerifiedException(
          "this draw puts some arrivals behind the others, which is not checked here.");
    }
  }

  /** The name that goes into the lottery; the document must mean the same one. */
  private static String drawId(JsonObject json, String event) throws NotVerifiedException {
    String expected = event;
    if (json.getValue("round") != null) {
      expected = event + "/round/" + whole(json, "round");
    } else if (json.getValue("lane") != null && whole(json, "lane") > 0) {
      expected = event + "/lane/" + whole(json, "lane");
    }
    Object said = json.getValue("drawId");
    if (said == null ? !expected.equals(event) : !said.equals(expected)) {
      throw new NotVerifiedException(
          "\"drawId\" is "
              + printable(Objects.toString(said, "missing"))
              + " (expected: "
              + expected
              + ")");
    }
    return expected;
  }

  void checkCommitment(@Nullable String noted) throws NotVerifiedException {
    if (!Seeds.commitment(seed).equals(commitment)) {
      throw new NotVerifiedException(
          "the seed is not the one committed to: its SHA-256 is "
              + Seeds.commitment(seed)
              + ", the commitment is "
              + printable(commitment)
              + ".");
    }
    if (noted != null && !noted.strip().toLowerCase(Locale.ROOT).equals(commitment)) {
      throw new NotVerifiedException(
          "the commitment is not the one you noted: the document says " + commitment + ".");
    }
  }

  /** Where an arrival number stands. Works the whole order out: it may take seconds. */
  int positionOf(int arrival) throws NotVerifiedException {
    if (round && !includes(arrival)) {
      throw new NotVerifiedException(
          "arrival "
              + arrival
              + " is not in this round, which has "
              + entrants
              + " arrivals from "
              + first
              + " on.");
    }
    return first + Draw.lottery(drawId, seed, beacon, entrants).positionOf(arrival - first);
  }

  /** Whether an arrival took part in the draw. */
  boolean includes(int arrival) {
    return arrival >= first && arrival - first < entrants;
  }

  String event() {
    return event;
  }

  String drawId() {
    return drawId;
  }

  String commitment() {
    return commitment;
  }

  int entrants() {
    return entrants;
  }

  boolean isRound() {
    return round;
  }

  /** The first arrival number of a round, and its first position; else 0. */
  int first() {
    return first;
  }

  boolean hasBeacon() {
    return beacon.length > 0;
  }

  String beaconText() {
    return hasBeacon() ? HexFormat.of().formatHex(beacon) : "none";
  }

  String beaconSource() {
    return beaconSource;
  }

  private static int whole(JsonObject json, String name) throws NotVerifiedException {
    if (json.getValue(name) instanceof Integer n && n >= 0 && n <= MOST_ENTRANTS) {
      return n;
    }
    throw new NotVerifiedException(
        "\"" + name + "\" is not a whole number from 0 to " + MOST_ENTRANTS + ".");
  }

  private static byte[] hex(JsonObject json, String name, int bytes) throws NotVerifiedException {
    try {
      byte[] value = HexFormat.of().parseHex(text(json, name));
      if (value.length == bytes || (bytes < 0 && value.length <= MOST_BEACON_BYTES)) {
        return value;
      }
    } catch (IllegalArgumentException e) {
      // Said below, together with a wrong length.
    }
    throw new NotVerifiedException(
        "\"" + name + "\" is not " + (bytes < 0 ? "a short row of" : bytes) + " bytes in hex.");
  }

  private static String text(JsonObject json, String name) throws NotVerifiedException {
    if (json.getValue(name) instanceof String text) {
      return text;
    }
    throw new NotVerifiedException("this is not a draw document: \"" + name + "\" is missing.");
  }

  /** A document is anybody's text: it must not steer the terminal it is shown on. */
  private static String printable(String text) {
    String plain = text.replaceAll("[^\\x20-\\x7e]", "?");
    return plain.length() <= 120 ? plain : plain.substring(0, 120) + "...";
  }
}
