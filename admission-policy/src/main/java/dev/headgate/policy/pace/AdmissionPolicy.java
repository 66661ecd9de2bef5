package dev.headgate.policy.pace;

/** Decides how many fans to call. Pure: the same snapshot gives the same decision. */
public interface AdmissionPolicy {

  /** What to do now. */
  Decision decide(Snapshot snapshot, Rate rate);
}
