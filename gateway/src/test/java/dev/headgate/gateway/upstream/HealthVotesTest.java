package dev.headgate.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.headgate.gateway.config.HealthCheck;
import dev.headgate.gateway.upstream.Server.Health;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HealthVotesTest {
  // Three wrong answers take a server out, two right ones bring it back.
  private static final HealthCheck RULES =
      new HealthCheck("/h", Duration.ofSeconds(5), Duration.ofSeconds(2), Set.of(200), 3, 2);

  @ParameterizedTest(name = "{0}: {1} becomes {2}")
  @CsvSource(
      textBlock =
          """
          the first answer decides alone,            +,            +
          … for the worse as well,                   -,            -
          two wrong ones are not enough,             +--,          +++
          three in a row are,                        +---,         +++-
          a right one between them begins anew,      +--+--+--,    +++++++++
          two right ones bring it back,              -+-++,        ----+
          wavering changes nothing,                  +-+-+-+-+-,   ++++++++++
          … in either state,                         -+-+-+-+-+,   ----------
          back and out again,                        -++---++,     --+++--+
          """)
  void answersInARowDecide(String name, String answers, String verdicts) {
    HealthVotes votes = new HealthVotes(RULES);
    Health health = Health.UNKNOWN;
    StringBuilder told = new StringBuilder();
    for (int i = 0; i < answers.length(); i++) {
      health = votes.after(answers.charAt(i) == '+', health);
      told.append(health == Health.GOOD ? '+' : '-');
    }
    assertEquals(verdicts, told.toString(), name);
  }
}
