/** The way to the store for what is beside the queue. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.store;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
