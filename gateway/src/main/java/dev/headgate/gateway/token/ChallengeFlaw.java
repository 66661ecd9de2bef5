package dev.headgate.gateway.token;

import java.util.Locale;

/** Why what was sent as a solution is none. */
public enum ChallengeFlaw {
  /** Nothing was sent. */
  MISSING,
  /** It is not of the form of one. */
  MALFORMED,
  /** It is not ours, or for another event, or another life of this one. */
  FOREIGN,
  /** Too late, or from before the store was lost. */
  EXPIRED,
  /** The challenge is easier than what is asked now. */
  TOO_EASY,
  /** The hash has not the zero bits. */
  UNSOLVED,
  /** Somebody has joined with it. */
  USED;

  /** The name in JSON, in metrics and in the scripts. */
  public String json() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The flaw of a name. */
  public static ChallengeFlaw of(String json) {
    return valueOf(json.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
