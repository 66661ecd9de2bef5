/** Holds of exact seats: all or nothing, one round trip. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.hold;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
