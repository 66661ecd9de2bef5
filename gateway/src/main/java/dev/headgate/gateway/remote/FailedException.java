package dev.headgate.gateway.remote;

import java.util.List;

/** Why a command did not do what it was asked, for the person who asked. */
final class FailedException extends Exception {
  private static final long serialVersionUID = 1;

  /** Refused, or failed. */
  static final int FAILED = 1;

  /** What was asked for cannot be meant. */
  static final int USAGE = 2;

  /** Somebody changed the settings meanwhile. */
  static final int STALE = 3;

  /** No gateway answers, or none that can be trusted. */
  static final int UNREACHABLE = 4;

  /** Refused for now: asking again after a while may do. */
  static final int NOT_NOW = 5;

  private final int exitCode;
  private final int status;
  private final transient List<String> lines;

  FailedException(int exitCode, String message) {
    this(exitCode, 0, List.of(message));
  }

  /**
   * @param exitCode what the program ends with
   * @param status the status of the answer; 0 where there was none
   * @param lines what to say
   */
  FailedException(int exitCode, int status, List<String> lines) {
    super(String.join("\n", lines));
    this.exitCode = exitCode;
    this.status = status;
    this.lines = lines;
  }

  static FailedException usage(String message) {
    return new FailedException(USAGE, message);
  }

  int exitCode() {
    return exitCode;
  }

  /** The status of the answer; 0 where there was none. */
  int status() {
    return status;
  }

  List<String> lines() {
    return lines;
  }
}
