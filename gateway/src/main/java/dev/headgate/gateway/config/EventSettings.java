package dev.headgate.gateway.config;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
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
 */
public record EventSettings(
    String title,
    Mode mode,
    Instant start,
    @Nullable Instant opensAt,
    @Nullable Instant closesAt,
    Dials dials,
    @Nullable String resume,
    int queueStatus,
    int maxPlaces) {

  /** How the order comes about. */
  public enum Mode {
    RANDOM_THEN_FIFO
  }

  /** The settings that have no default, and the rest at theirs. */
  public static EventSettings of(String title, Instant start, Dials dials) {
    return new EventSettings(
        title,
        Mode.RANDOM_THEN_FIFO,
        start,
        null,
        null,
        dials,
        null,
        200,
        SettingsJson.MOST_PLACES);
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

  /** The same settings with other dials. */
  public EventSettings withDials(Dials changed) {
    return new EventSettings(
        title, mode, start, opensAt, closesAt, changed, resume, queueStatus, maxPlaces);
  }
}
