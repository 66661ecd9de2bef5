/** Metrics, health and logging. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.telemetry;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
