/** The queue page and its assets. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.page;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
