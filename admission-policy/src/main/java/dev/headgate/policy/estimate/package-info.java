/**
 * What to tell those who wait and those who plan: how long it takes, how often to look, how many.
 */
@NullMarked
@CheckReturnValue
package dev.headgate.policy.estimate;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
