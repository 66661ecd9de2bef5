/** The operator's API. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.operator;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
