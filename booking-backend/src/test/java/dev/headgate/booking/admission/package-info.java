/** The shop's own checks of tokens and proofs. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.admission;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
