/** A whole gateway, attacked byte by byte, before a shop that writes down all it hears. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.wire;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
