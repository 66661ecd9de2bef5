/** How far the rate goes down while the backend is overloaded, and how it comes back. */
@NullMarked
@CheckReturnValue
package dev.headgate.policy.throttle;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
