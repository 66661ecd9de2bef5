/** The gateway's programs: the only place that builds adapters. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
