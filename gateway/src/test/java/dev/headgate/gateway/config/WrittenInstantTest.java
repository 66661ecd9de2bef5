package dev.headgate.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenInstantTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    2026-12-01T10:00:00Z                                | 2026-12-01T10:00:00Z
    2026-12-01t10:00:00z                                | 2026-12-01T10:00:00Z
    2026-12-01T12:30:00.123987+02:30                    | 2026-12-01T10:00:00.123Z
    2026-12-01T11:00:00[Europe/Berlin]                  | 2026-12-01T10:00:00Z
    2026-07-01T11:00:00[Europe/Berlin]                  | 2026-07-01T09:00:00Z
    2026-12-01T11:00:00.5[Europe/Berlin]                | 2026-12-01T10:00:00.500Z
    2026-12-01T11:00:00+01:00[Europe/Berlin]            | 2026-12-01T10:00:00Z
    2026-12-01T11:00:00+01:00[!Europe/Berlin]           | 2026-12-01T10:00:00Z
    2026-12-01T10:00:00+00:00[Europe/London]            | 2026-12-01T10:00:00Z
    2026-12-01T05:00:00-05:00[America/New_York]         | 2026-12-01T10:00:00Z
    2026-12-01T15:45:00[Asia/Kathmandu]                 | 2026-12-01T10:00:00Z
    2026-12-01T07:00:00[America/Argentina/Buenos_Aires] | 2026-12-01T10:00:00Z
    2026-12-01T10:00:00[UTC]                            | 2026-12-01T10:00:00Z
    2026-12-01T11:00:00[Etc/GMT-1]                      | 2026-12-01T10:00:00Z
    2026-03-29T01:59:59[Europe/Berlin]                  | 2026-03-29T00:59:59Z
    2026-03-29T03:00:00[Europe/Berlin]                  | 2026-03-29T01:00:00Z
    2026-10-25T02:30:00+02:00[Europe/Berlin]            | 2026-10-25T00:30:00Z
    2026-10-25T02:30:00+01:00[Europe/Berlin]            | 2026-10-25T01:30:00Z
    2026-10-25T03:00:00[Europe/Berlin]                  | 2026-10-25T02:00:00Z
    """)
  void oneMomentIsOneInstant(String text, String instant) {
    assertEquals(new WrittenInstant(Instant.parse(instant), null), WrittenInstant.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
    2026-12-01T11:00:00                          | a time zone or an offset behind it, such as 2026-12-01T11:00:00[Europe/Berlin] or 2026-12-01T11:00:00+01:00
    2026-03-29T02:30:00[Europe/Berlin]           | a time that exists there: clocks in Europe/Berlin go from 2026-03-29T02:00:00 straight to 2026-03-29T03:00:00[Europe/Berlin]
    2026-03-29T02:30:00+01:00[Europe/Berlin]     | a time that exists there: clocks in Europe/Berlin go from 2026-03-29T02:00:00 straight to 2026-03-29T03:00:00[Europe/Berlin]
    2011-12-30T12:00:00[Pacific/Apia]            | a time that exists there: clocks in Pacific/Apia go from 2011-12-30T00:00:00 straight to 2011-12-31T00:00:00[Pacific/Apia]
    2026-10-25T02:30:00[Europe/Berlin]           | the offset as well, since clocks there show this time twice: 2026-10-25T02:30:00+02:00[Europe/Berlin] is the first, 2026-10-25T02:30:00+01:00[Europe/Berlin] the second
    2026-10-25T02:30:00+00:00[Europe/Berlin]     | the offset that Europe/Berlin has then: 2026-10-25T02:30:00+02:00[Europe/Berlin] or 2026-10-25T02:30:00+01:00[Europe/Berlin]
    2026-12-01T11:00:00+02:00[Europe/Berlin]     | the offset that Europe/Berlin has then: 2026-12-01T11:00:00+01:00[Europe/Berlin]
    2026-12-01T10:00:00Z[Europe/Berlin]          | UTC or a zone, not both: 2026-12-01T10:00:00Z or 2026-12-01T10:00:00[Europe/Berlin]
    2026-12-01T11:00:00[Europe/Bärlin]           |
    2026-12-01T11:00:00[Europe/Bonn]             | a zone of the time zone database, such as Europe/Berlin
    2026-12-01T11:00:00[CEST]                    | a zone of the time zone database, such as Europe/Berlin
    2026-12-01T11:00:00[+01:00]                  |
    2026-12-01T11:00:00[europe/berlin]           | the zone as the time zone database spells it: Europe/Berlin
    2026-12-01T11:00:00+01:00[u-ca=gregory]      |
    2026-12-01T11:00:00[Europe/Berlin][u-ca=iso] |
    2026-02-30T11:00:00[Europe/Berlin]           |
    2026-12-01T11:00:00+99:99[Europe/Berlin]     |
    1970-01-01T00:59:59[Europe/Berlin]           |
    9999-12-31T23:59:59[America/New_York]        |
    """)
  void whatCouldMeanTwoMomentsOrNoneIsRefusedWithWhatToWriteInstead(String text, String advice) {
    WrittenInstant read = WrittenInstant.parse(text);
    assertNull(read.instant());
    assertEquals(advice, read.advice());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo"})
  void whatIsTakenIsWhatTheZonesClocksShowOnce(String zone) {
    ZoneId id = ZoneId.of(zone);
    Random random = new Random(42);
    for (int i = 0; i < 3_000; i++) {
      LocalDateTime local =
          LocalDateTime.of(2026, 1, 1, 0, 0, 0).plusMinutes(random.nextInt(2 * 525_600));
      WrittenInstant read =
          WrittenInstant.parse(
              local.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + "[" + zone + "]");
      Instant instant = read.instant();
      boolean one = id.getRules().getValidOffsets(local).size() == 1;
      assertEquals(one, instant != null, local::toString);
      if (instant != null) {
        assertEquals(local, ZonedDateTime.ofInstant(instant, id).toLocalDateTime());
      }
    }
  }

  @Test
  void theAdviceOnATimeThatComesTwiceNamesTheTwoMoments() {
    String advice =
        Objects.requireNonNull(WrittenInstant.parse("2026-10-25T02:30:00[Europe/Berlin]").advice());
    int read = 0;
    for (String word : advice.split(" ", -1)) {
      read += WrittenInstant.parse(word).instant() == null ? 0 : 1;
    }
    assertEquals(2, read);
  }

  @Test
  void aFieldSaysTheAdviceInPlaceOfTheRule() {
    FieldType<Instant> type = FieldType.instant();
    assertTrue(type.expectedFor("2026-12-01T10:00:00").startsWith("a time zone or an offset"));
    assertEquals(type.expected(), type.expectedFor("soon"));
    assertEquals(type.expected(), type.expectedFor(5));
    assertEquals(type.expected(), type.expectedFor(null));
    assertFalse(type.secret());
    assertNotNull(type.parse().parse("2026-12-01T11:00:00[Europe/Berlin]"));
  }
}
