package dev.headgate.gateway.access;

import java.time.Instant;

/**
 * A session of an operator.
 *
 * @param operator whose it is
 * @param csrf what a change has to say beside the cookie
 * @param expiresAt when it ends unless something is asked before
 * @param setCookie the value of {@code Set-Cookie} that it is kept by; a secret
 */
public record SignedIn(Operator operator, String csrf, Instant expiresAt, String setCookie) {

  /** Without the cookie. */
  @Override
  public String toString() {
    return "SignedIn[" + operator + ", until " + expiresAt + "]";
  }
}
