/** How the upstreams do: what forwarding sees of them, and what they say of themselves. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.backend;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
