package dev.headgate.gateway.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one call said to all the joins of a batch.
 *
 * @param same the answer for everyone; null when numbers were given
 * @param epoch the life of the event the numbers are of
 * @param first the first number given
 * @param granted how many numbers were given, from the first on
 * @param bound above every number given so far, by whichever gateway
 * @param full whether whoever got none never will
 * @param called whether those who got one have been called already
 * @param flaws why each of the batch is refused, in its order; empty texts stand for those who are
 *     not, and an empty list for a batch of which nobody is
 */
record JoinAnswers(
    @Nullable JoinAnswer same,
    long epoch,
    int first,
    int granted,
    int bound,
    boolean full,
    boolean called,
    List<String> flaws) {

  static JoinAnswers all(JoinAnswer same) {
    return new JoinAnswers(same, 0, 0, 0, 0, false, false, List.of());
  }

  /** Nobody of the batch has solved a challenge. */
  static JoinAnswers unproven(Reply answer) {
    return new JoinAnswers(null, 0, 0, 0, 0, false, false, answer.list(1).texts());
  }

  static JoinAnswers given(Reply answer) {
    return new JoinAnswers(
        null,
        answer.number(1),
        answer.count(2),
        answer.count(3),
        answer.count(4),
        answer.count(5) == 1,
        answer.count(6) == 1,
        answer.size() > 7 ? answer.list(7).texts() : List.of());
  }

  /** The place of one of those who got a number. */
  JoinAnswer place(int lane, int index) {
    return new JoinAnswer.Joined(epoch, lane, first + index, called);
  }

  static JoinAnswer notOpen(long opensAtMillis) {
    return new JoinAnswer.NotOpen(Instant.ofEpochMilli(opensAtMillis));
  }
}
