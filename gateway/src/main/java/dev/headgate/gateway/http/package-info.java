/** What every HTTP face of the gateway shares: problem answers, strict bodies, cookies. */
@NullMarked
@CheckReturnValue
package dev.headgate.gateway.http;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
