/** Who operators are: their tokens, sessions and sign-in, and what is done about guessing. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.access;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
