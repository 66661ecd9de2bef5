/** The schema and the connections to PostgreSQL. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.store;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
