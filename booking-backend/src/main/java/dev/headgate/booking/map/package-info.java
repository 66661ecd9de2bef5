/** The seat map as a projection, a second or two old. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.map;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
