package dev.headgate.booking.hold;

import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Optional;

/** What a refusal of {@code hold.sql} says that is not about single seats. */
final class Verdicts {
  private Verdicts() {}

  /** The sale is not on. */
  static Optional<HoldAnswer> closed(Row row) {
    Instant now = HoldRows.instant(row, "now");
    Instant opensAt = HoldRows.optionalInstant(row, "on_sale_at");
    Instant closesAt = HoldRows.optionalInstant(row, "closes_at");
    if (opensAt != null && now.isBefore(opensAt)) {
      return Optional.of(new HoldAnswer.NotOpen(opensAt));
    }
    return closesAt != null && !now.isBefore(closesAt)
        ? Optional.of(new HoldAnswer.Ended(closesAt))
        : Optional.empty();
  }

  /** Whether the customer has as much as one may, whichever seats it was. */
  static boolean isLimit(Row row, int wanted) {
    return row.getInteger("owned") + wanted > row.getInteger("cap")
        || row.getInteger("holds") >= row.getInteger("holds_cap");
  }

  static HoldAnswer limit(Row row) {
    int holds = row.getInteger("holds");
    int most = row.getInteger("holds_cap");
    return holds >= most
        ? new HoldAnswer.TooManyHolds(most, holds)
        : new HoldAnswer.LimitReached(row.getInteger("cap"), row.getInteger("owned"));
  }
}
