/** Taking money and giving it back: the port and the processor behind it. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.payment;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
