/** Messages to customers, sent at least once from what the database says is due. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.notice;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
