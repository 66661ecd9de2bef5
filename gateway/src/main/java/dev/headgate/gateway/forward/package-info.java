/** What is let through to the upstreams, and how. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.forward;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
