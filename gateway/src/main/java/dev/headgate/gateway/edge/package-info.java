/** The fan's HTTP: the queue page, joining, looking, taking the turn. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.edge;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
