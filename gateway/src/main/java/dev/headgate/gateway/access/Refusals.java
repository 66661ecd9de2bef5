package dev.headgate.gateway.access;

import dev.headgate.gateway.http.Problem;
import io.vertx.core.json.JsonArray;
import java.time.Duration;
import java.util.List;

/** What is answered to whoever may not. No answer says why a credential is not good. */
final class Refusals {
  private Refusals() {}

  static RefusedException tokenRequired() {
    return new RefusedException(
        Problem.of(
            401,
            "token-required",
            "An operator token is needed",
            "Send Authorization: Bearer <operator token>, or sign in."));
  }

  static RefusedException tokenInvalid() {
    return new RefusedException(
        Problem.of(
            401,
            "token-invalid",
            "The operator token is not valid",
            "Send one credential: Authorization: Bearer <operator token>."));
  }

  static RefusedException noSession(List<String> ways) {
    return new RefusedException(
        Problem.of(401, "no-session", "Nobody is signed in", "Sign in, please.")
            .with("signIn", new JsonArray(ways)));
  }

  static RefusedException csrf() {
    return new RefusedException(
        Problem.of(
            403,
            "csrf",
            "This page may not change anything",
            "A change by cookie needs the header Headgate-Csrf with the session's value."));
  }

  static RefusedException lockedOut(Duration wait) {
    return new RefusedException(
        Problem.of(
            429,
            "locked-out",
            "Too many wrong tokens",
            "Nothing is looked at from here for a while: see Retry-After."),
        wait);
  }
}
