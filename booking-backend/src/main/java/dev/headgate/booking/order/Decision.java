package dev.headgate.booking.order;

/**
 * What follows from news of a charge.
 *
 * @param act what is written, in one transaction
 * @param then what the processor is asked for once that is committed
 * @param why for the fan and for support, of a small set
 */
record Decision(Act act, Then then, String why) {

  enum Act {
    /** The seats are sold and the tickets made. */
    SELL,
    /** Nothing was paid and nothing will be: the seats go back on sale. */
    FAIL,
    /** The seats leave the countdown: the money is reserved. */
    SECURE,
    /** The money goes back; so do seats that the order still has. */
    GIVE_BACK,
    /** A second charge goes back; the order stays as it is. */
    EXTRA,
    /** The tickets are void and their seats on sale again. */
    VOID,
    /** Money was given back. */
    REFUNDED,
    /** Nothing but what is known. */
    RECORD,
    /** None of ours. */
    IGNORE
  }

  enum Then {
    NOTHING,
    /** The money that is reserved is taken. */
    CAPTURE,
    /** The charge is ended, so that it can never take money. */
    CANCEL
  }

  static Decision of(Act act, String why) {
    return new Decision(act, Then.NOTHING, why);
  }

  static Decision of(Act act, Then then) {
    return new Decision(act, then, "");
  }
}
