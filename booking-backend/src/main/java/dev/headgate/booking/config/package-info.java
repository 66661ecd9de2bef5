/** Everything a person may set in the shop, parsed once. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.config;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
