@NullMarked
@CheckReturnValue
package dev.headgate.booking.notice;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
