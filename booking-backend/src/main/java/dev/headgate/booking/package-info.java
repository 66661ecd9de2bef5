/** The booking backend's program: the only place that builds adapters. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
