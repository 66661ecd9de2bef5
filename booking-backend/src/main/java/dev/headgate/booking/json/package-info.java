/** JSON read strictly: what is not exactly understood is refused. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.json;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
