/** Place tickets, admission tokens, and the keys behind them. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.token;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
