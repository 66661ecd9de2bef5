/** From a hold to tickets: checkout, the one finalizer, the reconciler and refunds. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.order;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
