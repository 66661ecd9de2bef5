/** A payment processor that takes no money, over HTTP, with faults on request. */
@NullMarked
@CheckReturnValue
package dev.headgate.payment.simulator;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
