/** Everything a person may set, parsed once and checked at the door. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.config;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
