/** Tests of the payment processor. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.payment;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
