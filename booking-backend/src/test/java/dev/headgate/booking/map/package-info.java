/** The map as plain objects. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.map;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
