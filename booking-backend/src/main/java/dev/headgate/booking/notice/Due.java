package dev.headgate.booking.notice;

import io.vertx.sqlclient.Row;

/**
 * A message taken to be sent.
 *
 * @param tries with this one
 */
record Due(
    String messageId,
    String subjectId,
    String kind,
    String channel,
    String recipient,
    String detail,
    int tries,
    long ageMillis) {
  static final String CODE = "code";

  static Due of(Row row) {
    return new Due(
        row.getString("message_id"),
        row.getString("subject_id"),
        row.getString("kind"),
        row.getString("channel"),
        row.getString("recipient"),
        row.getString("detail"),
        row.getInteger("tries"),
        row.getLong("age_millis"));
  }

  boolean isCode() {
    return kind.equals(CODE);
  }

  /** Without recipient and detail: for the log. */
  @Override
  public String toString() {
    return kind + " by " + channel + ", message " + messageId + ", try " + tries;
  }
}
