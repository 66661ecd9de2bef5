/** What to tell those who wait: how soon to look again. */
@NullMarked
@CheckReturnValue
package dev.headgate.policy.estimate;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
