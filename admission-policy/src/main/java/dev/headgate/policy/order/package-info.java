/** Who stands where: the draw and the positions that follow from it. */
@NullMarked
@CheckReturnValue
package dev.headgate.policy.order;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
