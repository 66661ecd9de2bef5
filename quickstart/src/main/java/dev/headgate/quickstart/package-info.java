/** One JVM with everything, for a first look and for the system tests. */
@NullMarked
@CheckReturnValue
package dev.headgate.quickstart;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
