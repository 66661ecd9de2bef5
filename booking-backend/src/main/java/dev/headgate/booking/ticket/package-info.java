/** Tickets as things one can show: a signed text, a QR code, a page to print. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.ticket;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
