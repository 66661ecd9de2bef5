package dev.headgate.gateway.config;

import java.util.List;

/** The types of what the feed tells, so that a webhook can name those it wants. */
public final class FeedTypes {
  /** All of them, in the order in which the documentation explains them. */
  public static final List<String> ALL =
      List.of(
          "created",
          "opened",
          "drawn",
          "round-drawn",
          "on-sale",
          "paused",
          "reason-changed",
          "resumed",
          "throttled",
          "throttle-lifted",
          "dials-changed",
          "settings-changed",
          "sold-out",
          "seats-back",
          "message-changed",
          "closed",
          "ended",
          "reopened",
          "reset",
          "restoring",
          "restored");

  private FeedTypes() {}
}
