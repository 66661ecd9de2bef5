/** Hand-written fakes of the seams between the gateway's parts. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.testing;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
