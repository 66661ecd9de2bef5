/** The operator's console: one document and the files it loads. What it does is done by the API. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.console;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
