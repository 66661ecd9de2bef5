/** The pure rules of prices that move: what a ticket's price is multiplied with, and how fast. */
@NullMarked
@CheckReturnValue
package dev.headgate.booking.price;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
