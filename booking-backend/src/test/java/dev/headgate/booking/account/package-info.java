/** Who the customer is, without a database. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.account;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
