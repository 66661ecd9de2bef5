/** The queue of each event in Redis: joins, calls, claims, and the tick that moves it. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.queue;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
