package dev.headgate.gateway.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of those who are inside, in the order in which they came in.
 *
 * @param sessions of the page; fewer than were asked for where some have just run out
 * @param next what to read after for more; null at the end
 */
public record InsideNow(List<Session> sessions, @Nullable String next) {
  public InsideNow {
    sessions = List.copyOf(sessions);
  }

  /**
   * One session.
   *
   * @param since when it began
   * @param expiresAt until when its token is good, unless it is renewed
   */
  public record Session(int lane, int position, Instant since, Instant expiresAt) {}
}
