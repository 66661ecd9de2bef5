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

  static RefusedException notHere() {
    return new RefusedException(Problem.notFound());
  }

  static RefusedException badTarget() {
    return new RefusedException(
        Problem.badRequest("to is no path of this origin, such as / or /#/events/derby."));
  }

  static RefusedException signInFailed() {
    return new RefusedException(
        Problem.of(
            400,
            "sign-in-failed",
            "Signing in did not work",
            "It took too long, was begun elsewhere, or was refused. Please begin anew."));
  }

  static RefusedException noRole(String name) {
    return new RefusedException(
        Problem.of(
            403,
            "no-role",
            "You have no role here",
            "Who you are is known (" + name + "), and that you may not operate. Ask an admin."));
  }

  static RefusedException issuerAway() {
    return new RefusedException(
        Problem.of(
            503,
            "issuer-unavailable",
            "The sign-in service does not answer",
            "Operator tokens work, and whoever is signed in stays so. Please try again."),
        Duration.ofSeconds(5));
  }

  static RefusedException tooManySessions(Duration wait) {
    return new RefusedException(
        Problem.of(
            429,
            "locked-out",
            "Too many sessions",
            "So many sessions begin with this token that no more do for a moment: see"
                + " Retry-After."),
        wait);
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
