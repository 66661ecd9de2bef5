package dev.headgate.booking.admission;

import dev.headgate.booking.config.ShopConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides whether a request may enter an event's shop, from its tokens alone. */
public interface AdmissionCheck {

  /** Checks against the keys that a gateway publishes. Starts to fetch them at once. */
  static AdmissionCheck ofGateway(Vertx vertx, ShopConfig.Admission settings, InstantSource clock) {
    RemoteKeys keys = new RemoteKeys(vertx, settings);
    return new TokenAdmissionCheck(vertx, keys, settings, clock);
  }

  /**
   * Judges a request's tokens.
   *
   * @param event the event, or null where any event's admission says who somebody is
   * @param tokens as sent, in the order in which they count
   * @return a verdict; never fails
   */
  Future<Verdict> check(@Nullable String event, List<String> tokens);

  /** Whether the gateway's keys are known. */
  boolean isReady();

  /** Stops fetching keys. */
  Future<Void> close();
}
