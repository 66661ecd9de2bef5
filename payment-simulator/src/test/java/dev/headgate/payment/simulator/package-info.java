/** Tests of the simulator, over HTTP. */
@NullMarked
@CheckReturnValue
package dev.headgate.payment.simulator;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
