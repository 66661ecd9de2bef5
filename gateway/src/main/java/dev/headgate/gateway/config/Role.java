package dev.headgate.gateway.config;

/** What an operator may do; each role may do what the ones before it may. */
public enum Role {
  VIEWER,
  OPERATOR,
  ADMIN;

  /** Whether this role covers what {@code needed} asks for. */
  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }
}
