/** What may be set. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.config;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
