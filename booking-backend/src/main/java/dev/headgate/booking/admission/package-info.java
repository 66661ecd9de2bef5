/** The shop's own check of the admission token. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.admission;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
