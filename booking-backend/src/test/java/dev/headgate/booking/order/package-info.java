/** The pure rules. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.order;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
