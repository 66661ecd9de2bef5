package dev.headgate.policy.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.policy.pace.Snapshot.Call;
import dev.headgate.policy.pace.Snapshot.Lane;
import dev.headgate.policy.pace.Snapshot.Settled;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Lanes are a generalization: one lane, whatever its weight, is the plain rule to the unit. */
class OneLaneTest {

  @Test
  void aLaneAloneIsThePlainRuleWhateverItsWeight() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200_000; i++) {
      Snapshot snapshot = any(random);
      Rate rate = Rate.of(count(random), count(random));
      Decision.Move move = AdmissionPolicy.pacing().decide(snapshot, rate).moves().get(0);
      PlainPacing.Step plain = PlainPacing.step(snapshot, rate, move.pending(), move.show());
      String where = snapshot + " " + rate;
      assertEquals(plain.calls(), BigInteger.valueOf(move.calls()), where);
      long credit = snapshot.lanes().get(0).credit() + move.creditDelta();
      assertEquals(plain.credit(), BigInteger.valueOf(credit), where);
    }
  }

  private static Snapshot any(SplittableRandom random) {
    int cutoff = count(random);
    int called = random.nextInt(cutoff + 1);
    Call call = new Call(cutoff, -random.nextInt(10_000), called, random.nextInt(called + 1));
    int judged = count(random);
    Lane lane =
        new Lane(
            1 + random.nextInt(1_000_000),
            Math.min(count(random), Integer.MAX_VALUE - cutoff),
            cutoff,
            0,
            0,
            0,
            List.of(call),
            List.of(new Settled(judged, random.nextInt(judged + 1))),
            count(random),
            random.nextLong(-1L << random.nextInt(61), 1L << random.nextInt(61)));
    // A gap of any length, up to where the policy stops counting: no cap is so high.
    long elapsed = random.nextLong(-1_000, 1L << random.nextInt(21));
    boolean drawn = random.nextInt(20) > 0;
    boolean halted = random.nextInt(20) == 0;
    return new Snapshot(0, 0, -elapsed, drawn, halted, count(random), List.of(lane));
  }

  /** Small, middling and huge alike. */
  private static int count(SplittableRandom random) {
    return (int) random.nextLong(1L << random.nextInt(32)) & Integer.MAX_VALUE;
  }
}
