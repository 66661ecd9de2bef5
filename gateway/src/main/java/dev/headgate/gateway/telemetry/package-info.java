/** Metrics, health and logging. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.telemetry;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
