@NullMarked
@CheckReturnValue
package dev.headgate.booking.ticket;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
