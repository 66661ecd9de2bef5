package dev.headgate.payment.simulator;

/** What the simulator can be told to do wrong, a few times in a thousand. */
public enum Fault {
  /** A call is answered only after {@link Faults#delay()}; the work is done before. */
  DELAY("delay"),
  /** The work is done and the connection closed without an answer; a retry gets the answer. */
  DROP_ANSWER("dropAnswer"),
  /** 500, and nothing was done. */
  ERROR_BEFORE("errorBefore"),
  /** 500 although the work was done; a retry with the same key gets the answer. */
  ERROR_AFTER("errorAfter"),
  /** 500 although the work was done, and again with the same key: Stripe remembers errors, too. */
  ERROR_REMEMBERED("errorRemembered"),
  /** 429, and nothing was done. */
  BUSY("busy"),
  /** A webhook is never sent. */
  LOSE_WEBHOOK("loseWebhook"),
  /** A webhook is sent twice at once. */
  DUPLICATE_WEBHOOK("duplicateWebhook"),
  /** A webhook is sent only after {@link Faults#webhookDelay()}. */
  DELAY_WEBHOOK("delayWebhook"),
  /**
   * A webhook is sent after the next one of its payment, or after {@link Faults#webhookDelay()}.
   */
  REORDER_WEBHOOK("reorderWebhook");

  private final String json;

  Fault(String json) {
    this.json = json;
  }

  /** Its name where faults are set over HTTP. */
  String json() {
    return json;
  }
}
