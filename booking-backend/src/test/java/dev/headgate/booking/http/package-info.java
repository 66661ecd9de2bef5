/** The HTTP as plain objects. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.http;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
