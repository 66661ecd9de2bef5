/** The shop's HTTP. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.http;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
