/** Traces of requests and of the queue's work, sent to a collector where one is configured. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.trace;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
