package dev.headgate.payment.simulator;

import io.vertx.core.json.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A refusal in Stripe's form. */
final class ApiError extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String INVALID = "invalid_request_error";

  private final int status;
  private final transient JsonObject error;
  private final transient Optional<Intent> intent;

  private ApiError(int status, String type, String message, @Nullable Intent intent) {
    super(message, null, false, false);
    this.status = status;
    this.intent = Optional.ofNullable(intent);
    this.error = new JsonObject().put("type", type).put("message", message);
  }

  static ApiError invalid(String code, String parameter, String message) {
    return new ApiError(400, INVALID, message, null).put("code", code).put("param", parameter);
  }

  static ApiError missing(String parameter, String what) {
    return new ApiError(404, INVALID, "No such " + what, null)
        .put("code", "resource_missing")
        .put("param", parameter);
  }

  static ApiError unexpectedState(Intent intent, String verb) {
    String message =
        "This PaymentIntent could not be " + verb + " in status " + intent.status().json() + ".";
    return new ApiError(400, INVALID, message, intent)
        .put("code", "payment_intent_unexpected_state");
  }

  static ApiError declined(Intent intent, TestCard.Declined why) {
    return new ApiError(402, "card_error", "Your card was declined.", intent)
        .put("code", why.code())
        .put("decline_code", why.declineCode());
  }

  static ApiError keyReused() {
    return new ApiError(
        400,
        "idempotency_error",
        "Keys for idempotent requests can only be used with the same parameters.",
        null);
  }

  static ApiError keyInUse() {
    String message = "There is currently another in-progress request using this key.";
    return new ApiError(409, "idempotency_error", message, null)
        .put("code", "idempotency_key_in_use");
  }

  static ApiError locked() {
    String message = "This object cannot be accessed right now: another request is working on it.";
    return new ApiError(429, INVALID, message, null).put("code", "lock_timeout");
  }

  static ApiError busy() {
    return new ApiError(429, INVALID, "Too many requests.", null).put("code", "rate_limit");
  }

  static ApiError unauthorised() {
    return new ApiError(401, INVALID, "Invalid API Key provided.", null);
  }

  static ApiError unknownPath() {
    return new ApiError(404, INVALID, "Unrecognized request URL.", null);
  }

  static ApiError internal() {
    return new ApiError(500, "api_error", "Something went wrong.", null);
  }

  int status() {
    return status;
  }

  /** Whether Stripe keeps it under the idempotency key: only what came of really trying. */
  boolean isRemembered() {
    return status == 402 || status == 500;
  }

  JsonObject json(IntentJson writer) {
    JsonObject whole = error.copy();
    intent.ifPresent(about -> whole.put("payment_intent", writer.intent(about, false)));
    return new JsonObject().put("error", whole);
  }

  private ApiError put(String name, String value) {
    error.put(name, value);
    return this;
  }
}
