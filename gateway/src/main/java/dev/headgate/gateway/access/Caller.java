package dev.headgate.gateway.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request.
 *
 * @param operator who it is
 * @param setCookie what keeps their session going, a value of {@code Set-Cookie}; null where there
 *     is nothing to keep
 * @param until when what they sent is good no longer; null where it has no end of its own
 */
public record Caller(Operator operator, @Nullable String setCookie, @Nullable Instant until) {}
