/** How many to call now: the dials, the credit, the decision of one tick. */
@NullMarked
@CheckReturnValue
package dev.headgate.policy.pace;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
