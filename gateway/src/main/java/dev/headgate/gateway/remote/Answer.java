package dev.headgate.gateway.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a gateway said.
 *
 * @param status of HTTP
 * @param type of the body, as the head says; empty where it says none
 * @param retryAfter after how many seconds to ask again; empty where it says nothing
 * @param body as it came
 */
record Answer(int status, String type, String retryAfter, String body) {
  static final String WHO_IS_IT = ": is this the operators' port?";

  private static final int NO_CONTENT = 204;
  private static final int PRECONDITION_FAILED = 412;

  /** One that is as it should be. */
  static Answer of(String body) {
    return new Answer(200, "application/json", "", body);
  }

  /** The document; empty where there is none. */
  Node json() {
    try {
      return new Node(body.isBlank() ? null : Json.read(body));
    } catch (IllegalArgumentException noJson) {
      return new Node(null);
    }
  }

  /**
   * The same, when it is what was asked for.
   *
   * @param change whether that was a change
   */
  Answer orFail(boolean change) throws FailedException {
    if (status / 100 == 2) {
      return this;
    }
    List<String> lines = problem();
    if (change && isFromInFront()) {
      lines.add("  what was asked for may have been done");
    }
    throw new FailedException(exitCode(), status, lines);
  }

  /** Whether somebody in front says that there is no gateway behind. */
  private boolean isFromInFront() {
    return status == 502 || status == 504;
  }

  private int exitCode() {
    if (status == 429 || status == 503) {
      return FailedException.NOT_NOW;
    }
    Node problem = json();
    // A gateway says what the problem is: a page to sign in at is somebody else's.
    if (isFromInFront() || problem.at("title").isNull()) {
      return FailedException.UNREACHABLE;
    }
    boolean stale =
        status == PRECONDITION_FAILED && problem.at("type").text().endsWith(":stale-version");
    return stale ? FailedException.STALE : FailedException.FAILED;
  }

  /** The same, when it is a document or, as it should be, empty. */
  Answer jsonOrFail() throws FailedException {
    return status == NO_CONTENT || json().value() instanceof Map ? this : fail("no JSON object");
  }

  /** The same, when it says that something is done and there is nothing to say of it. */
  Answer emptyOrFail() throws FailedException {
    return status == NO_CONTENT ? this : fail("not " + NO_CONTENT);
  }

  /** The same, when it is an event as it is, or has become. */
  Answer eventOrFail() throws FailedException {
    Object version = json().at("version").value();
    return version instanceof Integer || version instanceof Long ? this : fail("no event");
  }

  /** The same, when it is a file of the kind that was asked for. */
  Answer fileOrFail(String wanted) throws FailedException {
    return type.startsWith(wanted) ? this : fail("no " + wanted);
  }

  // Such as the page of a proxy that wants a password: nothing was done, and nothing is known.
  private Answer fail(String what) throws FailedException {
    throw new FailedException(
        FailedException.UNREACHABLE,
        status,
        List.of("the answer was " + status + ", and " + what + WHO_IS_IT));
  }

  /** The problem's title and detail, each field that is wrong, and when to ask again. */
  private List<String> problem() {
    Node problem = json();
    List<String> lines = new ArrayList<>();
    if (problem.at("title").isNull()) {
      lines.add("the answer was " + status + ", and no problem document" + WHO_IS_IT);
    } else {
      lines.addAll(said(problem));
    }
    if (retryAfter.matches("[0-9]{1,9}")) {
      lines.add("  try again in " + retryAfter + " s");
    }
    return lines;
  }

  private List<String> said(Node problem) {
    List<Node> errors = problem.at("errors").list();
    List<String> lines = new ArrayList<>();
    // With errors the detail is nothing but all of them once more.
    lines.add(
        problem.at("title").shown()
            + " ("
            + status
            + ")"
            + (errors.isEmpty() ? ": " + problem.at("detail").shown() : ":"));
    errors.forEach(
        error -> lines.add("  " + error.at("field").shown() + ": " + error.at("detail").shown()));
    return lines;
  }
}
