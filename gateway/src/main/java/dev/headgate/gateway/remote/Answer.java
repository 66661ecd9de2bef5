package dev.headgate.gateway.remote;

import java.util.ArrayList;
import java.util.List;

/**
 * What a gateway said.
 *
 * @param status of HTTP
 * @param body as it came
 */
record Answer(int status, String body) {
  private static final int PRECONDITION_FAILED = 412;

  /** The document; empty where there is none. */
  Node json() {
    try {
      return new Node(body.isBlank() ? null : Json.read(body));
    } catch (IllegalArgumentException noJson) {
      return new Node(null);
    }
  }

  /** The same, when it is what was asked for. */
  Answer orFail() throws FailedException {
    if (status / 100 == 2) {
      return this;
    }
    boolean stale =
        status == PRECONDITION_FAILED && json().at("type").text().endsWith(":stale-version");
    throw new FailedException(
        stale ? FailedException.STALE : FailedException.FAILED, status, problem());
  }

  /** The problem's title and detail, and each field that is wrong. */
  private List<String> problem() {
    Node problem = json();
    if (problem.at("title").isNull()) {
      return List.of(
          "the answer was " + status + ", and no problem document: is this the operators' port?");
    }
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
