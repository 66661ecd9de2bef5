package dev.headgate.gateway.config;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an operator sets about an event; docs/operator-api.md has it in JSON.
 *
 * @param title what fans read
 * @param mode how the order comes about
 * @param start when the sale starts
 * @param opensAt from when fans may join; null means at once
 * @param closesAt from when nobody is let in any more; null means never
 * @param dials the operator's dials
 * @param resume the path a fan is sent to once inside, or null
 * @param queueStatus the HTTP status of the queue page at a protected address: 200, 202, 429, 503
 * @param maxPlaces how many places are handed out at most
 * @param lanes the lanes as listed; empty where there is only the general one
 * @param roundLength how long a round is open, in {@link Mode#RANDOM_ROUNDS}
 * @param slowStart over how long the rate ramps up after the start, a resume or a raised dial; null
 *     means at once
 * @param throttling when the throttle lowers the rate, and how far
 * @param dpop whether a place and its admission are good only with the fan's own key
 * @param theme the look of its queue page by name; null means the configuration's
 * @param challenge the proof of work that is asked for before a place is taken; null means none
 */
public record EventSettings(
    String title,
    Mode mode,
    Start start,
    @Nullable Instant opensAt,
    @Nullable Instant closesAt,
    Dials dials,
    @Nullable String resume,
    int queueStatus,
    int maxPlaces,
    List<Lane> lanes,
    Duration roundLength,
    @Nullable Duration slowStart,
    Throttling throttling,
    Dpop dpop,
    @Nullable String theme,
    @Nullable ProofOfWork challenge) {

  /** How the order comes about. */
  public enum Mode {
    /** Who comes before the start is shuffled; who comes later stands behind by time. */
    RANDOM_THEN_FIFO,
    /** By time alone. */
    FIFO,
    /** Arrivals are cut into rounds by time; each round is shuffled, and they follow in turn. */
    RANDOM_ROUNDS,
    /** Everyone is let in at once. */
    PASSTHROUGH,
    /** Nobody is let in. */
    REJECT;

    /** The name in JSON. */
    public String json() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Whether fans prove that they have a key (RFC 9449) when they take their turn and buy. */
  public enum Dpop {
    /** No: a ticket or a token is enough, unless its holder wanted it bound. */
    OFF,
    /** Always: nobody joins without naming a key. */
    REQUIRED;

    /** The name in JSON. */
    public String json() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public EventSettings {
    lanes = List.copyOf(lanes);
  }

  /** Settings of an event in which tickets and tokens are enough, and that looks as usual. */
  public EventSettings(
      String title,
      Mode mode,
      Start start,
      @Nullable Instant opensAt,
      @Nullable Instant closesAt,
      Dials dials,
      @Nullable String resume,
      int queueStatus,
      int maxPlaces,
      List<Lane> lanes,
      Duration roundLength,
      @Nullable Duration slowStart,
      Throttling throttling) {
    this(
        title,
        mode,
        start,
        opensAt,
        closesAt,
        dials,
        resume,
        queueStatus,
        maxPlaces,
        lanes,
        roundLength,
        slowStart,
        throttling,
        Dpop.OFF,
        null,
        null);
  }

  /** The settings that have no default, and the rest at theirs. */
  public static EventSettings of(String title, Start start, Dials dials) {
    return new EventSettings(
        title,
        Mode.RANDOM_THEN_FIFO,
        start,
        null,
        null,
        dials,
        null,
        200,
        SettingsJson.MOST_PLACES,
        List.of(),
        SettingsJson.ROUND,
        null,
        Throttling.DEFAULT);
  }

  /** The same for a start at an instant. */
  public static EventSettings of(String title, Instant start, Dials dials) {
    return of(title, new Start.At(start), dials);
  }

  /**
   * Reads settings; {@link #toJson} writes what this reads.
   *
   * @throws InvalidSettingsException names every field that is wrong, missing or unknown
   */
  public static EventSettings fromJson(JsonObject json) {
    Fields fields = Fields.of(json);
    EventSettings settings = SettingsJson.read(fields);
    fields.check();
    return settings;
  }

  /** The settings in JSON, with every field. */
  public JsonObject toJson() {
    return SettingsJson.write(this);
  }

  /** The lanes by number: the general one first, the others as listed. */
  public List<Lane> lanesByNumber() {
    List<Lane> byNumber = new ArrayList<>();
    byNumber.add(new Lane(Lane.GENERAL, 1));
    for (Lane lane : lanes) {
      if (lane.name().equals(Lane.GENERAL)) {
        byNumber.set(0, lane);
      } else {
        byNumber.add(lane);
      }
    }
    return byNumber;
  }

  /** The same settings with other dials. */
  public EventSettings withDials(Dials changed) {
    return with(start, changed);
  }

  /** The same settings with another start. */
  public EventSettings withStart(Start changed) {
    return with(changed, dials);
  }

  private EventSettings with(Start newStart, Dials newDials) {
    return new EventSettings(
        title,
        mode,
        newStart,
        opensAt,
        closesAt,
        newDials,
        resume,
        queueStatus,
        maxPlaces,
        lanes,
        roundLength,
        slowStart,
        throttling,
        dpop,
        theme,
        challenge);
  }
}
