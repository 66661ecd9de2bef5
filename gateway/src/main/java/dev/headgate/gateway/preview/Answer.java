package dev.headgate.gateway.preview;

import dev.headgate.gateway.http.Problem;
import java.time.Duration;

/**
 * How a request is answered.
 *
 * @param status the HTTP status; 0 breaks the connection
 * @param told the body
 * @param retrySeconds when to ask again; 0 says nothing about it
 */
record Answer(int status, Told told, int retrySeconds) {
  static final Answer BROKEN = new Answer(0, now -> Documents.EMPTY.copy(), 0);

  static Answer ok(Told told) {
    return new Answer(200, told, 0);
  }

  static Answer made(Told told) {
    return new Answer(201, told, 0);
  }

  static Answer refused(int status, String code) {
    Problem problem = Problem.of(status, code, "As in this state", "The preview answers so.");
    return new Answer(status, now -> problem.toJson(), 0);
  }

  Answer retry(int seconds) {
    return new Answer(status, told, seconds);
  }

  Answer with(String field, Told member) {
    return new Answer(status, now -> told.at(now).put(field, member.at(now)), retrySeconds);
  }

  Answer counting(String field, Duration grid, Duration least) {
    return new Answer(status, told.counting(field, grid, least), retrySeconds);
  }
}
