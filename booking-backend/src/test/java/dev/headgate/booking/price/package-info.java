@NullMarked
package dev.headgate.booking.price;

import org.jspecify.annotations.NullMarked;
