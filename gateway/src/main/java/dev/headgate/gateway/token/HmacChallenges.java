package dev.headgate.gateway.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Challenges whose prefix is a sealed record: {@code hgc1.} and, in base64url, kid 1 byte,
 * difficulty 1, epoch 8, issue time 8 (milliseconds since 1970), series 8, serial 4, MAC 16.
 */
final class HmacChallenges implements Challenges {
  private static final byte KID = 1;
  private static final int RECORD_BYTES = 1 + 1 + 8 + 8 + 8 + 4;
  private static final String PREFIX = "hgc1.";
  private static final byte[] LABEL = "headgate-challenge-v1\0".getBytes(UTF_8);
  private static final int MOST_DIGITS = 15;

  /**
   * A series is a string of bits in the store that is as long as the highest number used of it: a
   * full one takes 128 KiB.
   */
  private static final int MOST_SERIALS = 1 << 20;

  /** Gateways carry the store's clock on by themselves, and may be a little ahead of each other. */
  private static final Duration AHEAD = Duration.ofSeconds(5);

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SealedRecord sealed;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Series> open = new ConcurrentHashMap<>();

  /**
   * @param secret a key for nothing else
   */
  HmacChallenges(byte[] secret) {
    sealed = new SealedRecord(PREFIX, RECORD_BYTES, LABEL, new KeyedHash(secret));
  }

  /** A stretch of challenges of one event's life: its random id, and the newest number. */
  private record Series(long id, long epoch, Instant begun, int serial) {

    /** Whether the next challenge is of it, too. */
    boolean goesOn(long inEpoch, Instant now) {
      Duration since = Duration.between(begun, now).abs();
      return epoch == inEpoch && since.compareTo(SERIES) < 0 && serial + 1 < MOST_SERIALS;
    }

    Series next() {
      return new Series(id, epoch, begun, serial + 1);
    }
  }

  @Override
  public Challenge issue(Asked asked, Instant now) {
    Series numbered =
        Objects.requireNonNull(
            open.compute(
                asked.event(),
                (event, last) ->
                    last != null && last.goesOn(asked.epoch(), now)
                        ? last.next()
                        : new Series(random.nextLong(), asked.epoch(), now, 0)));
    byte[] record =
        ByteBuffer.allocate(RECORD_BYTES)
            .put(KID)
            .put((byte) asked.difficulty())
            .putLong(asked.epoch())
            .putLong(now.toEpochMilli())
            .putLong(numbered.id())
            .putInt(numbered.serial())
            .array();
    return new Challenge(
        id(numbered), sealed.write(record, asked.event()), asked.difficulty(), now, now.plus(LIFE));
  }

  private static String id(Series numbered) {
    byte[] name =
        ByteBuffer.allocate(8 + 4).putLong(numbered.id()).putInt(numbered.serial()).array();
    return ENCODER.encodeToString(name);
  }

  @Override
  public SolutionCheck check(Asked asked, @Nullable String solution, Instant now) {
    if (solution == null || solution.isEmpty()) {
      return bad(ChallengeFlaw.MISSING);
    }
    int dot = solution.lastIndexOf('.');
    if (dot != sealed.length() || !solution.startsWith(PREFIX) || !endsInNonce(solution, dot + 1)) {
      return bad(ChallengeFlaw.MALFORMED);
    }
    byte[] record = sealed.read(asked.event(), solution.substring(0, dot));
    if (record == null || record[0] != KID) {
      return bad(ChallengeFlaw.FOREIGN);
    }
    SolvedChallenge solved = read(record);
    ChallengeFlaw flaw = flaw(solved, asked, now);
    if (flaw != null) {
      return bad(flaw);
    }
    return zeroBits(solution) < solved.difficulty()
        ? bad(ChallengeFlaw.UNSOLVED)
        : new SolutionCheck.Good(solved);
  }

  private static SolutionCheck bad(ChallengeFlaw flaw) {
    return new SolutionCheck.Bad(flaw);
  }

  private static boolean endsInNonce(String solution, int from) {
    int digits = solution.length() - from;
    return digits >= 1
        && digits <= MOST_DIGITS
        && solution.chars().skip(from).allMatch(c -> c >= '0' && c <= '9');
  }

  private static SolvedChallenge read(byte[] record) {
    ByteBuffer fields = ByteBuffer.wrap(record, 1, RECORD_BYTES - 1);
    int difficulty = fields.get();
    long epoch = fields.getLong();
    Instant issuedAt = Instant.ofEpochMilli(fields.getLong());
    return new SolvedChallenge(epoch, difficulty, issuedAt, fields.getLong(), fields.getInt());
  }

  private static @Nullable ChallengeFlaw flaw(SolvedChallenge solved, Asked asked, Instant now) {
    if (solved.epoch() != asked.epoch()) {
      return ChallengeFlaw.FOREIGN;
    }
    boolean late = !now.isBefore(solved.issuedAt().plus(LIFE));
    if (late || solved.issuedAt().isAfter(now.plus(AHEAD))) {
      return ChallengeFlaw.EXPIRED;
    }
    return solved.difficulty() < asked.difficulty() ? ChallengeFlaw.TOO_EASY : null;
  }

  private static int zeroBits(String solution) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(solution.getBytes(US_ASCII));
      return Integer.numberOfLeadingZeros(ByteBuffer.wrap(hash).getInt());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
