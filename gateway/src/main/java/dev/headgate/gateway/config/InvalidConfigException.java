package dev.headgate.gateway.config;

import java.util.List;

/** A configuration file that cannot be used; names everything that is wrong with it at once. */
public final class InvalidConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  InvalidConfigException(String file, List<String> problems) {
    super(file + " cannot be used:\n  " + String.join("\n  ", problems), null, false, false);
    this.problems = List.copyOf(problems);
  }

  /** Every problem, a line each, such as {@code line 7: port: 70000 (expected: 0 to 65535)}. */
  public List<String> problems() {
    return problems;
  }
}
