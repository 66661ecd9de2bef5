/** The queue page in each of its states, for those who design and translate it. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.preview;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
