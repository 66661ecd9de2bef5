/** Holds, exact or the best there are: all or nothing. What is on sale, and for how much. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.hold;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
