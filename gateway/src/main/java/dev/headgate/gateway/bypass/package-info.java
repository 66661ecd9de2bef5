/** The signed passes by which staff go past the queue. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.bypass;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
