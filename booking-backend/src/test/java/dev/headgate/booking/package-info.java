/** The shop as a whole: a real server on a real PostgreSQL. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
