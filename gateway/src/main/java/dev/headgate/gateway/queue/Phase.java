package dev.headgate.gateway.queue;

/** The event's phase, as fans' pages and the API name it. */
public enum Phase {
  SCHEDULED("scheduled"),
  WAITING("waiting"),
  DRAWING("drawing"),
  ON_SALE("on-sale"),
  PAUSED("paused"),
  SOLD_OUT("sold-out"),
  ENDED("ended");

  private final String json;

  Phase(String json) {
    this.json = json;
  }

  /** The name in JSON. */
  public String json() {
    return json;
  }
}
