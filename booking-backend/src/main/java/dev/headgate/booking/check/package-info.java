/** What must always be true of the rows, and their history: for operators and for tests. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.check;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
