package dev.headgate.policy.pace;

/** Decides how many fans to call. Pure: the same snapshot gives the same decision. */
public interface AdmissionPolicy {

  /** What to do now. */
  Decision decide(Snapshot snapshot, Rate rate);

  /**
   * Calls as many fans as the dials leave room for, and more where some do not come. Lanes share by
   * weight what the limits leave; what one cannot use goes to the others. Exact in whole numbers
   * for every snapshot and rate that can be made. Keeps nothing; safe for any thread.
   */
  static AdmissionPolicy pacing() {
    return new Pacing();
  }

  /**
   * Calls everyone who waits, unless the order is not known or the queue is halted. Looks at no
   * rate and keeps no credit. Keeps nothing; safe for any thread.
   */
  static AdmissionPolicy passthrough() {
    return new Passthrough();
  }
}
